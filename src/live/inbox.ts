/** Waiting items of an account (source: specification, section 7). */
export interface TodoStates {
  hasPendingTask: boolean
  hasUnreadNews: boolean
}

/**
 * State that an open page receives: red dots of the side menu, and whether the online service is available.
 */
export interface Inbox extends TodoStates {
  agentOnline: boolean
  /** For staff only. */
  hasDamagedFiles?: boolean
  /** Number of stuck jobs; for staff only. */
  stuckJobs?: number
  /** Number of overdue entries of each queue of the desk; for staff only. */
  overdue?: Record<string, number>
  /** Whether a calendar that due dates need has not been entered; for staff only. */
  calendarMissing?: boolean
}
