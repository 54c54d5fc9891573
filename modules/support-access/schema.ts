/** The labels are under `supportAccess.state` in the locales. */
export const STATES = ['asked', 'allowed', 'refused', 'withdrawn', 'ended', 'expired'] as const
export type AccessState = (typeof STATES)[number]

/** A member of staff asks to see the pages of one account, read-only. */
export interface AccessTable {
  id: string
  account_id: string
  staff_id: string
  /** The customer reads it. */
  reason: string
  state: AccessState
  asked_at: Date
  /** When the request lapses; once it is allowed, when the access ends. */
  ends_at: Date
  decided_at: Date | null
  ended_at: Date | null
  /** SHA-256 of the session in which the member of staff sees the pages now. */
  session_hash: string | null
}

/** A page that was opened; `path` is without its query. */
export interface OpenedPageTable {
  id: string
  access_id: string
  path: string
  at: Date
}

export interface SupportAccessTables {
  'support_access.access': AccessTable
  'support_access.opened_page': OpenedPageTable
}

declare module '#src/db/db.ts' {
  interface Database extends SupportAccessTables {}
}
