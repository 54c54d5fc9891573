/** Whom a text of a clause serves, and when one gives way to it. */
export interface Position {
  /** The key of a party, or `neutral`. */
  favours?: string
  /**
   * The order in which a side that does not get the text it began with gives way: 1 is offered first. A text
   * without it is one to begin with.
   */
  fallback?: number
}
