import type { Party } from '../answers.ts'
import { birthdayIn } from '../numbers/identifiers.ts'
import { minorPerMajor } from '../numbers/money.ts'
import { isFilled, isTable } from '../tables/table.ts'
import type { Amount, FieldValue, Period, Vote } from '../template/template.ts'
import { daysInColumn } from './column-days.ts'
import { dayAfter, dayNumber, daysIn, fullYears } from './days.ts'
import { severanceMonths } from './severance.ts'

/** The values that amounts are computed from. */
export interface AmountSource {
  value(field: string): FieldValue | undefined
  /** The sum of a column, `goods.amount`. */
  total(column: string): number | undefined
  people: Party[]
  /** The parties with a voting role. */
  voters: Party[]
  /** The party for which a rule is being checked, if the rule applies to each party. */
  currentParty?: Party
}

/**
 * A comparable number: days for dates and periods, major units for money, per cent for votes. Undefined
 * while a value is missing.
 */
export function amountOf(amount: Amount, source: AmountSource): number | undefined {
  if (typeof amount === 'number') return amount
  if (typeof amount === 'string') return fieldAmount(source.value(amount))
  if ('count' in amount) return daysIn(amount)
  if ('sum' in amount) return combineAmounts(amount.sum, source, (one, other) => one + other)
  if ('times' in amount) return combineAmounts(amount.times, source, (one, other) => one * other)
  if ('least' in amount) return combineAmounts(amount.least, source, Math.min)
  if ('severanceMonths' in amount) {
    const [firstDay, lastDay] = amount.severanceMonths.map((field) => source.value(field))
    return typeof firstDay === 'string' && typeof lastDay === 'string'
      ? severanceMonths(firstDay, lastDay)
      : undefined
  }
  if ('total' in amount) return source.total(amount.total)
  if ('rows' in amount) return rowsFilled(source.value(amount.rows))
  if ('earliest' in amount) return daysInColumn(amount.earliest, source.value)[0]
  if ('latest' in amount) return daysInColumn(amount.latest, source.value).at(-1)
  if ('votes' in amount) return votesCast(amount.votes, source.people)
  if ('voters' in amount) return votersCounted(amount.voters, source.voters)
  if ('age' in amount) return ageOn(amount, source)
  const startDay = source.value(amount.after)
  const period = typeof amount.by === 'string' ? source.value(amount.by) : amount.by
  return typeof startDay === 'string' && isPeriod(period) ? dayAfter(startDay, period) : undefined
}

function fieldAmount(value: FieldValue | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return dayNumber(value)
  if (typeof value !== 'object') return undefined
  if ('amount' in value) return value.amount / minorPerMajor(value.currency)
  return isPeriod(value) ? daysIn(value) : undefined
}

const rowsFilled = (value: FieldValue | undefined) =>
  isTable(value) ? value.rows.filter((row) => isFilled({ rows: [row] })).length : undefined

/** The age of a person on a day, if the identity card number contains the day of birth. */
function ageOn({ age, on }: { age: string; on: string }, { people, currentParty, value }: AmountSource) {
  const party = age === 'it' ? currentParty : people.find(({ key }) => key === age)
  const birthday = party?.identity === 'individual' && party.place !== 'abroad' && birthdayIn(party.idNumber)
  const day = value(on)
  return birthday && typeof day === 'string' ? fullYears(birthday, day) : undefined
}

/**
 * The percentage of the votes that were cast in one way, or by all who were present; undefined while a share
 * or a vote is missing.
 */
function votesCast(way: Vote | 'present', people: Party[]): number | undefined {
  const voters = people.filter(({ share, vote }) => share?.trim() || vote)
  if (!voters.length || voters.some(({ vote }) => !vote)) return undefined
  const countedVoters = voters.filter(({ vote }) => (way === 'present' ? vote !== 'absent' : vote === way))
  const shares = countedVoters.map(({ share }) => shareOf(share) ?? Number.NaN)
  return roundedOrUndefined(shares.reduce((sum, share) => sum + share, 0))
}

/** The number of parties who voted in one way, or who were present; undefined while a vote is missing. */
function votersCounted(way: Vote | 'present' | 'all', voters: Party[]): number | undefined {
  if (way === 'all') return voters.length
  if (voters.some(({ vote }) => !vote)) return undefined
  return voters.filter(({ vote }) => (way === 'present' ? vote !== 'absent' : vote === way)).length
}

/** '33.4' → 33.4 per cent; undefined if the text is not a percentage from 0 to 100. */
export function shareOf(text: string | undefined): number | undefined {
  const plain = (text ?? '').normalize('NFKC').replace(/%$/, '').trim()
  return /^\d{1,3}(\.\d{1,6})?$/.test(plain) && Number(plain) <= 100 ? Number(plain) : undefined
}

function combineAmounts(
  parts: Amount[],
  source: AmountSource,
  operation: (one: number, other: number) => number,
) {
  return roundedOrUndefined(
    parts.map((part) => amountOf(part, source) ?? Number.NaN).reduce((one, other) => operation(one, other)),
  )
}

/** Rounds away binary fraction errors: 33.4 + 33.3 + 33.3 is 100. */
const roundedOrUndefined = (value: number) =>
  Number.isNaN(value) ? undefined : Number(value.toPrecision(12))

function isPeriod(value: FieldValue | undefined): value is Period {
  return typeof value === 'object' && 'unit' in value && Number.isFinite(value.count)
}
