import type { ColumnType } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'

export type ReplyTexts = Record<Locale, string>

/** A text that our staff insert into answers. Its name is visible only to them. */
export interface ReplyTable {
  id: string
  /** Unique, ignoring case. */
  name: string
  texts: ColumnType<ReplyTexts, string, string>
  updated_at: Date
  /** Null for a text that came with the product and was never changed. */
  updated_by: string | null
}

export interface RepliesTables {
  'replies.reply': ReplyTable
}

declare module '#src/db/db.ts' {
  interface Database extends RepliesTables {}
}
