/** What always holds in the database, whatever was interrupted. */
export interface Invariant {
  name: string
  /** Selects the rows that break it. */
  breaking: string
  /** Makes rows break it, to show that it can. */
  broken: string
}
