import type { ColumnType, Generated } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import type { MessageKey } from '#views/language/messages.ts'

/** A run of translating a document. */
interface TranslationTable {
  id: string
  document_id: string
  account_id: string
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'undone'
  /** Whether it writes over what stands in the other language already. */
  everything: boolean
  /** Texts in all, and so far. */
  total: number
  done: Generated<number>
  /** What is translated already, by unit. */
  texts: ColumnType<Record<string, string>, string | undefined, string>
  /** The units for which nothing was found. */
  unfilled: ColumnType<string[], string | undefined, string>
  /** The answers that it wrote over, and the version that it wrote. */
  before: ColumnType<Answers | null, string | null | undefined, string | null>
  version: number | null
  created_at: Date
  ended_at: Date | null
}

/** Two texts that a team has settled as each other's translation. */
interface TranslationPairTable {
  team_id: string
  zh: string
  en: string
  noted_at: Date
  /** The file by which it came; null once somebody has settled it in a document. */
  import_id: string | null
}

/** A unit of a TMX file that is no pair of ours; `problem` is a locale key. */
export interface MemoryFault {
  unit: number
  line: number
  problem: MessageKey
}

/** A TMX file that was read into a team's memory. */
interface MemoryImportTable {
  id: string
  team_id: string
  account_id: string
  file_name: string
  added: number
  same: number
  /** Of texts that the memory translated otherwise: left alone, or taken where `replaced`. */
  differing: number
  replaced: boolean
  refused: number
  /** The first of them. */
  faults: ColumnType<MemoryFault[], string, string>
  created_at: Date
  undone_at: Date | null
}

export interface TranslationTables {
  'documents.translation': TranslationTable
  'documents.translation_pair': TranslationPairTable
  'documents.memory_import': MemoryImportTable
}
