import type { Document } from './document.ts'
import type { DocumentOfEvent } from './log/log-events.ts'
import type { FailedSigning } from './status.ts'

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /**
     * The status of a document has changed. `failedSigning` says how the signing failed if that returned the
     * document to finalised.
     */
    'document-moved': { document: DocumentOfEvent; failedSigning: FailedSigning | null }
    'document-finalised': { document: Document }
    /** Emitted before the rows are deleted, so that rows that refer to them can be deleted first. */
    'documents-erased': { ids: string[] }
  }
}
