/** What waits for an account (source: specification, section 7). */
export interface TodoStates {
  hasPendingTask: boolean
  hasUnreadNews: boolean
}

/**
 * What an open page receives: drives the red dots in the side menu, and whether the online service is there.
 */
export interface Inbox extends TodoStates {
  agentOnline: boolean
  /** For staff alone. */
  hasDamagedFiles?: boolean
  /** Jobs that are stuck; shown to staff alone. */
  stuckJobs?: number
}
