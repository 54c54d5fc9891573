import type { Document } from './document.ts'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'document-finalised': { document: Document }
    /** Told before their rows go, so that whatever points at them can go first. */
    'documents-erased': { ids: string[] }
  }
}
