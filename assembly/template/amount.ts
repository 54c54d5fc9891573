/** How a shareholder or director voted; or `absent`. */
export type Vote = 'for' | 'against' | 'abstain' | 'absent'

export type PeriodUnit = 'day' | 'working-day' | 'month' | 'year'

export interface Period {
  count: number
  unit: PeriodUnit
}

/**
 * A comparable quantity: a number; the value of a field (a number, money in major units, a date in days, a
 * period in days); a period; a sum; a product; a minimum; the months of severance for service between two
 * dates; a date plus a period; the percentage of votes cast in one way, or by all who were present; the
 * number of parties who voted in one way; the total of a column, `goods.amount`; the number of filled rows
 * of a table; the first or the last date in a column; the age of a party, or of the party `it`.
 */
export type Amount =
  | number
  | string
  | Period
  | { sum: Amount[] }
  | { times: [Amount, Amount] }
  | { least: Amount[] }
  | { severanceMonths: [from: string, to: string] }
  | { after: string; by: string | Period }
  | { votes: Vote | 'present' }
  | { voters: Vote | 'present' | 'all' }
  | { total: string }
  | { rows: string }
  | { earliest: string }
  | { latest: string }
  | { age: string; on: string }
