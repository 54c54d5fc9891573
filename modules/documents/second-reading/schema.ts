import type { ColumnType, Generated } from 'kysely'

/** The language model's answer about the two texts of a key; `of` is a hash of both. */
export interface Opinion {
  of: string
  answer: 'same' | 'different' | 'unclear'
  /** The words that differ, quoted from each text. */
  zh?: string
  en?: string
}

/** A second reading of a document, with one request for each pair of texts. */
interface SecondReadingTable {
  id: string
  document_id: string
  account_id: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  total: number
  /** The opinions so far, by the key of the text, such as `clause:payment`. */
  opinions: ColumnType<Record<string, Opinion>, string | undefined, string>
  created_at: Date
  ended_at: Date | null
  /** The number of texts with an answer so far. */
  done: Generated<number>
}

export interface SecondReadingTables {
  'documents.second_reading': SecondReadingTable
}
