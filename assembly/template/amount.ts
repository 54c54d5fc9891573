/** How a shareholder or a director voted, or that they were absent. */
export type Vote = 'for' | 'against' | 'abstain' | 'absent'

export type PeriodUnit = 'day' | 'working-day' | 'month' | 'year'

export interface Period {
  count: number
  unit: PeriodUnit
}

/**
 * A comparable quantity: a number; a field (a number, money in major units, a date in days, a period in
 * days); a period; a sum; a product; a minimum; the months of severance for service between two dates; a date
 * plus a period; the percentage of votes cast in one way, or at all; the number of parties who voted so;
 * the total of a column, `goods.amount`; the filled rows of a table; the first or the last date in a
 * column; the age of a party, or of `it`.
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
