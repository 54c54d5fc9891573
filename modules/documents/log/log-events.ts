import type { AnnouncedDocument } from '../events.ts'
import type { ActionName } from '../schema.ts'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** A row was added to a document's action log. */
    'action-logged': { document: AnnouncedDocument; action: ActionName; hash: string }
  }
}
