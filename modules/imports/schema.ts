import type { ColumnType } from 'kysely'
import type { PageBox } from '#src/pdf/page-box.ts'
import type { Removed } from './active-content.ts'
import type { AppliedRepair } from './pdf-check.ts'

type Json<T> = ColumnType<T, string, string>

/** Data of an imported PDF, besides its file. */
export interface ImportTable {
  document_id: string
  /** The name of the uploaded file. */
  file_name: string
  /** The content that was removed from the file. */
  removed: Json<Removed[]>
  /** The repairs that make it signable. */
  repairs: ColumnType<AppliedRepair[], string | undefined, never>
  /** One for each page; null for imports from before they were stored. */
  page_boxes: ColumnType<PageBox[] | null, string | undefined, never>
  /** Whether it was already signed when it was uploaded. */
  signed: boolean
  /** The names of the contracting parties, Party A first; empty if not entered. */
  parties: ColumnType<string[], string | undefined, string>
}

/** An upload in progress; it has the id of its future document. */
export interface UploadTable {
  id: string
  team_id: string
  account_id: string
  file_name: string
  /** As the browser announced it; null when it did not. */
  size: number | null
  /** Recognises the file when the browser uploads it again. */
  key: string | null
  created_at: Date
  /** Set before files of it may be in the store. */
  storing_at: Date | null
}

export interface ImportsTables {
  'imports.import': ImportTable
  'imports.upload': UploadTable
}

declare module '#src/db/db.ts' {
  interface Database extends ImportsTables {}
}
