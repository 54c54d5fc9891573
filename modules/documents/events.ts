import type { Document } from './document.ts'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'document-finalised': { document: Document }
    /** Announced before the rows are deleted, so that rows that refer to them can be deleted first. */
    'documents-erased': { ids: string[] }
  }
}
