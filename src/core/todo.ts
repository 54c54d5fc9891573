/** What waits for the viewer; drives the red dots in the side menu. */
export interface Inbox {
  hasPendingTask: boolean
  hasUnreadNews: boolean
}
