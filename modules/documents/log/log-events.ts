import type { ActionName } from '../schema.ts'
import type { Status } from '../status.ts'

/** A document, in its state after the announced event. */
export interface AnnouncedDocument {
  id: string
  teamId: string
  number: string
  status: Status
}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** A row was added to a document's action log. */
    'action-logged': { document: AnnouncedDocument; action: ActionName; hash: string }
  }
}
