/** A condition that the database always fulfils, even after an interruption. */
export interface Invariant {
  name: string
  /** SQL that selects the rows that violate the condition. */
  breaking: string
  /** SQL that creates a violation, to show that the check finds it. */
  broken: string
}
