import type { ColumnType } from 'kysely'
import type { PageBox } from '#src/pdf/page-box.ts'
import type { RemovedContent } from './active-content.ts'
import type { AppliedRepair } from './pdf-check.ts'

type Json<T> = ColumnType<T, string, string>

/** Data of an imported PDF, besides its file. */
export interface ImportTable {
  document_id: string
  /** The name of the uploaded file. */
  file_name: string
  /** The content that was removed from the file. */
  removed: Json<RemovedContent[]>
  /** The repairs that make it signable. */
  repairs: ColumnType<AppliedRepair[], string | undefined, never>
  /** One box for each page; null for imports from before boxes were stored. */
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
  /** The size that the browser announced; null when it announced none. */
  size: number | null
  /** A key by which the file is recognised when the browser uploads it again. */
  key: string | null
  created_at: Date
  /**
   * When storing the file began; null before that. It is set first, so that the store contains no file
   * without it.
   */
  storing_at: Date | null
}

export interface ImportsTables {
  'imports.import': ImportTable
  'imports.upload': UploadTable
}

declare module '#src/db/db.ts' {
  interface Database extends ImportsTables {}
}
