import type { ModuleEvents } from '#src/jobs/module-events.ts'

type Action = ModuleEvents['action-logged']['action']
type DocumentMove = ModuleEvents['document-moved']

/** The types of events, as sent to receivers; their labels are in the locales under `webhooks.type`. */
export const EVENT_TYPES = [
  'document.created',
  'document.reopened',
  'document.finalised',
  'document.deleted',
  'document.restored',
  'review.started',
  'review.answered',
  'review.returned',
  'review.approved',
  'signing.started',
  'signing.signed',
  'signing.completed',
  'signing.declined',
  'signing.expired',
  'signing.stopped',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Actions that cause an event although they do not change the document's status. */
export const EVENT_OF_ACTION: Partial<Record<Action, EventType>> = {
  create: 'document.created',
  import: 'document.created',
  delete: 'document.deleted',
  restore: 'document.restored',
  'accept-review': 'review.answered',
  'return-review': 'review.answered',
  sign: 'signing.signed',
  'approve-signing': 'signing.signed',
}

const EVENT_OF_STATUS: Record<DocumentMove['document']['status'], EventType> = {
  draft: 'document.reopened',
  in_review: 'review.started',
  returned: 'review.returned',
  approved: 'review.approved',
  finalised: 'document.finalised',
  signing: 'signing.started',
  completed: 'signing.completed',
}

export const eventOfMove = ({ document, failedSigning }: DocumentMove): EventType =>
  failedSigning ? `signing.${failedSigning}` : EVENT_OF_STATUS[document.status]
