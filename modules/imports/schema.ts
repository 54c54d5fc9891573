import type { ColumnType } from 'kysely'
import type { PageBox } from '#src/pdf/page-box.ts'
import type { Removed } from './active-content.ts'
import type { Mended } from './pdf-check.ts'

type Json<T> = ColumnType<T, string, string>

/** What is known of a PDF that was imported, beside its file. */
export interface ImportTable {
  document_id: string
  /** As it came. */
  file_name: string
  /** What was taken out of it. */
  removed: Json<Removed[]>
  /** What was mended so that it can be signed. */
  repairs: ColumnType<Mended[], string | undefined, never>
  /** Of each page; null of those that came before anybody kept them. */
  page_boxes: ColumnType<PageBox[] | null, string | undefined, never>
  /** Whether it was signed before it came. */
  signed: boolean
  /** Between whom it is concluded, by name, Party A first; empty where nobody has said. */
  parties: ColumnType<string[], string | undefined, string>
}

/** A PDF on its way in; it has the id of the document that it becomes. */
export interface UploadTable {
  id: string
  team_id: string
  account_id: string
  file_name: string
  /** As announced; null where a browser says nothing of it. */
  size: number | null
  /** By which the browser knows the same file again. */
  key: string | null
  created_at: Date
  /** Since when something of it may be in the store. */
  storing_at: Date | null
}

export interface ImportsTables {
  'imports.import': ImportTable
  'imports.upload': UploadTable
}

declare module '#src/db/db.ts' {
  interface Database extends ImportsTables {}
}
