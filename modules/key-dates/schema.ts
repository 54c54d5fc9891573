import type { ColumnType } from 'kysely'
import type { DateKind } from '#assembly/dates/key-date.ts'
import type { Words } from '#assembly/template/template.ts'

/** A day that matters after a document is signed. */
export interface KeyDateTable {
  id: string
  team_id: string
  document_id: string
  /**
   * The id in the template, and the table's row, from which the date was computed; null if a person added
   * it.
   */
  source: string | null
  kind: DateKind
  label: ColumnType<Words, string, string>
  /** yyyy-MM-dd */
  day: string
  /** The day computed from the answers; `day` differs after a person has changed it. */
  computed_day: string | null
  /** How many days before the date people are reminded. */
  remind: number
  created_by: string | null
  created_at: Date
  /** When the date was marked as done. */
  done_at: Date | null
  /** When people were reminded. */
  reminded_at: Date | null
}

export interface KeyDatesTables {
  'key_dates.key_date': KeyDateTable
}

declare module '#src/db/db.ts' {
  interface Database extends KeyDatesTables {}
}
