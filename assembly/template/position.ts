/** The party that a text of a clause favours, and its place among the fallbacks. */
export interface Position {
  /** The key of a party, or `neutral`. */
  favours?: string
  /**
   * The order of concessions for a side that cannot get its first text: 1 is offered first. A text without
   * it is a first text.
   */
  fallback?: number
}
