/**
 * An amount in a text. `kind` and `value` are comparable between languages: years in months, weeks in days.
 */
export interface Quantity {
  kind: string
  value: number
  source: string
  /**
   * The other reading of an ambiguous date: 01/12/2026 is the first of December or the twelfth of January.
   */
  or?: number
}

/** The quantities in a text, and numbers in it that may be mere words (一方, one Party). */
export interface Stated {
  quantities: Quantity[]
  loose: number[]
}

/** The reading of one match in a text: a kind, its value, and the second value of an ambiguous match. */
export type Reading = [kind: string, value: number, or?: number]

export type Rule = [pattern: RegExp, read: (...groups: (string | undefined)[]) => Reading[]]
