/** What waits for an account (source: specification, section 7). */
export interface TodoStates {
  hasPendingTask: boolean
  hasUnreadNews: boolean
}

/**
 * What an open page is told: drives the red dots in the side menu, and whether the online service is there.
 */
export interface Inbox extends TodoStates {
  agentOnline: boolean
  /** For staff alone. */
  hasDamagedFiles?: boolean
  /** Jobs that are stuck; staff alone are told. */
  stuckJobs?: number
}
