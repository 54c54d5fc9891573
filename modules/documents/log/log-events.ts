import type { ActionName } from '../schema.ts'
import type { Status } from '../status.ts'

/** A document, in its state after the event. */
export interface DocumentOfEvent {
  id: string
  teamId: string
  number: string
  status: Status
}

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** A row was added to a document's action log. */
    'action-logged': { document: DocumentOfEvent; action: ActionName; hash: string }
  }
}
