import type { ColumnType, Generated } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import type { MessageKey } from '#views/language/messages.ts'

/** A translation run of a document. */
interface TranslationTable {
  id: string
  document_id: string
  account_id: string
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'undone'
  /** Whether the run replaces existing translations. */
  everything: boolean
  /** The total number of texts, and the number translated so far. */
  total: number
  done: Generated<number>
  /** The translated texts so far, by unit. */
  texts: ColumnType<Record<string, string>, string | undefined, string>
  /** The units without a translation. */
  unfilled: ColumnType<string[], string | undefined, string>
  /** The answers that the run replaced, and the version that it wrote. */
  before: ColumnType<Answers | null, string | null | undefined, string | null>
  version: number | null
  created_at: Date
  ended_at: Date | null
}

/** Two texts that a team confirmed as translations of each other. */
interface TranslationPairTable {
  team_id: string
  zh: string
  en: string
  noted_at: Date
  /** The file of origin; null once a document has confirmed the pair. */
  import_id: string | null
}

/** A faulty unit of a TMX file; `problem` is a locale key. */
export interface MemoryFault {
  unit: number
  line: number
  problem: MessageKey
}

/** A TMX file that was imported into a team's memory. */
interface MemoryImportTable {
  id: string
  team_id: string
  account_id: string
  file_name: string
  added: number
  same: number
  /** Pairs that the memory translated differently: skipped, or replaced when `replaced` is set. */
  differing: number
  replaced: boolean
  refused: number
  /** The first few faults of the file. */
  faults: ColumnType<MemoryFault[], string, string>
  created_at: Date
  undone_at: Date | null
}

export interface TranslationTables {
  'documents.translation': TranslationTable
  'documents.translation_pair': TranslationPairTable
  'documents.memory_import': MemoryImportTable
}
