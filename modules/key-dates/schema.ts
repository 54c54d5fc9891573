import type { ColumnType } from 'kysely'
import type { DateKind } from '#assembly/dates/key-date.ts'
import type { Words } from '#assembly/template/template.ts'

/** A day that matters after a document is signed. */
export interface KeyDateTable {
  id: string
  team_id: string
  document_id: string
  /** The id in the template, and the row, from which it was computed; null if a person added it. */
  source: string | null
  kind: DateKind
  label: ColumnType<Words, string, string>
  /** yyyy-MM-dd */
  day: string
  /** The day computed from the answers; `day` differs once a person has changed it. */
  computed_day: string | null
  /** The days of notice before it. */
  remind: number
  created_by: string | null
  created_at: Date
  /** When it was ticked off. */
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
