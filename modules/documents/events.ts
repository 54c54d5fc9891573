import type { Document } from './document.ts'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** A row was added to a document's audit log. */
    'action-logged': { documentId: string; action: string; hash: string }
    'document-finalised': { document: Document }
    /** Announced before the rows are deleted, so that rows that refer to them can be deleted first. */
    'documents-erased': { ids: string[] }
  }
}
