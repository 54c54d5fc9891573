import type { Party } from '../answers.ts'
import { readDay } from '../numbers/dates.ts'
import { minorPerMajor } from '../numbers/money.ts'
import type { Amount, FieldValue, Period, PeriodUnit, Vote } from '../template/template.ts'

/** What amounts are made of. */
export interface Given {
  value(field: string): FieldValue | undefined
  people: Party[]
}

/**
 * A comparable number: days for dates and periods, major units for money, per cent for votes. Undefined while
 * something that it is made of is not given.
 */
export function amountOf(amount: Amount, given: Given): number | undefined {
  if (typeof amount === 'number') return amount
  if (typeof amount === 'string') return fieldAmount(given.value(amount))
  if ('count' in amount) return daysIn(amount)
  if ('sum' in amount) return total(amount.sum.map((one) => amountOf(one, given)))
  if ('times' in amount) {
    const [of, times] = amount.times
    const value = amountOf(of, given)
    return value === undefined ? undefined : value * times
  }
  if ('votes' in amount) return votesCast(amount.votes, given.people)
  const from = given.value(amount.after)
  const by = typeof amount.by === 'string' ? given.value(amount.by) : amount.by
  return typeof from === 'string' && isPeriod(by) ? dayAfter(from, by) : undefined
}

function fieldAmount(value: FieldValue | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return dayNumber(value)
  if (typeof value !== 'object') return undefined
  if ('amount' in value) return value.amount / minorPerMajor(value.currency)
  return isPeriod(value) ? daysIn(value) : undefined
}

const DAY = 24 * 60 * 60 * 1000

/** '2026-11-21' → the days since 1970; undefined when there is no such day. */
function dayNumber(text: string): number | undefined {
  return readDay(text) ? Date.parse(`${text}T00:00:00Z`) / DAY : undefined
}

const DAYS: Record<PeriodUnit, number> = {
  ...{ day: 1, 'working-day': 7 / 5 },
  ...{ month: 365.25 / 12, year: 365.25 },
}

const daysIn = ({ count, unit }: Period) => count * DAYS[unit]

/** The day that many days, months or years after a day; of a shorter month its last (Civil Code, art. 202). */
function dayAfter(text: string, { count, unit }: Period): number | undefined {
  const from = readDay(text)
  if (!from) return undefined
  if (unit === 'day' || unit === 'working-day') return dayNumber(text)! + daysIn({ count, unit })
  const months = from.year * 12 + from.month - 1 + (unit === 'year' ? 12 * count : count)
  const [year, month] = [Math.floor(months / 12), months % 12]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.day, last)) / DAY
}

/** The per cent of votes cast in one way, or by all who came; undefined while somebody's share or vote is not given. */
function votesCast(way: Vote | 'present', people: Party[]): number | undefined {
  const voters = people.filter(({ share, vote }) => share?.trim() || vote)
  if (!voters.length || voters.some(({ vote }) => !vote)) return undefined
  const counted = voters.filter(({ vote }) => (way === 'present' ? vote !== 'absent' : vote === way))
  return total(counted.map(({ share }) => shareOf(share)))
}

/** '33.4' → 33.4 per cent; undefined for what is no share of a hundred. */
export function shareOf(text: string | undefined): number | undefined {
  const plain = (text ?? '').normalize('NFKC').replace(/%$/, '').trim()
  return /^\d{1,3}(\.\d{1,6})?$/.test(plain) && Number(plain) <= 100 ? Number(plain) : undefined
}

/** Without the dust of binary fractions: 33.4 + 33.3 + 33.3 are 100. */
function total(parts: (number | undefined)[]): number | undefined {
  if (parts.some((part) => part === undefined)) return undefined
  return Number(parts.reduce<number>((sum, part) => sum + part!, 0).toPrecision(12))
}

function isPeriod(value: FieldValue | undefined): value is Period {
  return typeof value === 'object' && 'unit' in value && Number.isFinite(value.count)
}
