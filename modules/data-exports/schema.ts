import type { ColumnType, Generated } from 'kysely'

/** expired: its file was deleted; the row tells the person what a link was. */
export type DataExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'expired'

/** A file that is not in the archive, and why; its path is the one that it would have. */
export interface LeftOut {
  path: string
  why: 'generating' | 'damaged' | 'unavailable' | 'large'
}

/** An archive of everything about a person, for a day. At most one of an account is in progress. */
export interface DataExportTable {
  id: string
  account_id: string
  /** The team in which the account worked then, and whether it exported that team's data as administrator. */
  team_id: string
  with_team: boolean
  /** The language of its readable pages. */
  locale: string
  state: DataExportState
  /** How many steps of it are done: one for each document and file. */
  done: Generated<number>
  total: Generated<number>
  /** How often making it failed. */
  attempts: Generated<number>
  /** Of the file in the store, and its size in bytes; null until it is ready. */
  key: string | null
  size: ColumnType<number | null, number | null | undefined, number | null>
  left_out: ColumnType<LeftOut[], string | undefined, string>
  created_at: Date
  ended_at: Date | null
  expires_at: Date | null
}

export interface DataExportsTables {
  'data_exports.data_export': DataExportTable
}

declare module '#src/db/db.ts' {
  interface Database extends DataExportsTables {}
}
