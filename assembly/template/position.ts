/** The party that a text of a clause favours, and the order in which fallbacks are offered. */
export interface Position {
  /** The key of a party, or `neutral`. */
  favours?: string
  /**
   * The order of concessions for a party that cannot obtain its first text: 1 is offered first. Undefined
   * for a first text.
   */
  fallback?: number
}
