/** The labels are under `supportAccess.state` in the locales. */
export const STATES = ['asked', 'allowed', 'refused', 'withdrawn', 'ended', 'expired'] as const
export type AccessState = (typeof STATES)[number]

/** A request of a member of staff to see the pages of one account, read-only. */
export interface AccessTable {
  id: string
  account_id: string
  staff_id: string
  /** The reason for the request, which the customer reads. */
  reason: string
  state: AccessState
  asked_at: Date
  /** When the request expires; once it is allowed, when the access ends. */
  ends_at: Date
  decided_at: Date | null
  ended_at: Date | null
}

/**
 * A session of a member of staff that shows the pages of a customer. The row stays after the access has
 * ended, until the member of staff has read that it ended.
 */
export interface ModeTable {
  /** SHA-256 of the session's token. */
  session_hash: string
  staff_id: string
  /** Null if the customer's account was erased. */
  access_id: string | null
  entered_at: Date
  left_at: Date | null
}

export interface SupportAccessTables {
  'support_access.access': AccessTable
  'support_access.mode': ModeTable
}

declare module '#src/db/db.ts' {
  interface Database extends SupportAccessTables {}
}
