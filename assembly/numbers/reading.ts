/**
 * An amount in a text. `kind` and `value` can be compared across languages: years are counted in months,
 * weeks in days.
 */
export interface Quantity {
  kind: string
  value: number
  source: string
  /** The second reading of an ambiguous date: 01/12/2026 is 1 December or 12 January. */
  other?: number
}

/** The quantities that a text states, and numbers that may be mere words (一方, one Party). */
export interface StatedNumbers {
  quantities: Quantity[]
  looseNumbers: number[]
}

/** The reading of one match: a kind, its value, and the second value if the match is ambiguous. */
export type Reading = [kind: string, value: number, other?: number]

export type Rule = [pattern: RegExp, read: (...groups: (string | undefined)[]) => Reading[]]
