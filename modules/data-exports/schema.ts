import type { ColumnType, Generated } from 'kysely'

/** `expired`: the file was deleted; the row remains to explain the link. */
export type DataExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'expired'

/** A file that is not in the archive, with the reason and the path that it would have had. */
export interface LeftOut {
  path: string
  why: 'generating' | 'damaged' | 'unavailable' | 'large'
}

/**
 * A data export: an archive of everything about a person, available for a day. At most one of an account is
 * in progress.
 */
export interface DataExportTable {
  id: string
  account_id: string
  /** The account's team when the export began, and whether it exported that team's data as administrator. */
  team_id: string
  with_team: boolean
  /** The language of the readable pages. */
  locale: string
  state: DataExportState
  /** How many steps are done: one for each document and file. */
  done: Generated<number>
  total: Generated<number>
  /** How often making the archive failed. */
  attempts: Generated<number>
  /** The key of the file in the store, and its size in bytes; null until it is ready. */
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
