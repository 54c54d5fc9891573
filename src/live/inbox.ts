/** Waiting items of an account (source: specification, section 7). */
export interface TodoStates {
  hasPendingTask: boolean
  hasUnreadNews: boolean
}

export interface WaitingEntries {
  waiting: number
  /** The number of these entries whose due date has passed. */
  overdue: number
  /** When the oldest entry began to wait, as an ISO text; null if there is none. */
  since: string | null
}

/**
 * The state that an open page receives: red dots of the side menu, and whether the online service is
 * available.
 */
export interface Inbox extends TodoStates {
  agentOnline: boolean
  /** For staff only: whether any stored file is damaged. */
  hasDamagedFiles?: boolean
  /** Number of stuck jobs; for staff only. */
  stuckJobs?: number
  /** The waiting entries in each queue of the desk; for staff only. */
  queues?: Record<string, WaitingEntries | undefined>
  /** Whether a calendar that due dates need has not been entered; for staff only. */
  calendarMissing?: boolean
}
