import { readDay } from '../numbers/dates.ts'
import type { Period, PeriodUnit } from '../template/template.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** '2026-11-21' → the number of days since 1970; undefined when the date does not exist. */
export function dayNumber(text: string): number | undefined {
  return readDay(text) ? Date.parse(`${text}T00:00:00Z`) / DAY_MS : undefined
}

const DAYS_PER_UNIT: Record<PeriodUnit, number> = {
  day: 1,
  'working-day': 7 / 5,
  month: 365.25 / 12,
  year: 365.25,
}

export const daysIn = ({ count, unit }: Period) => count * DAYS_PER_UNIT[unit]

/** The number of full years from one day to another; a year is full on the birthday itself. */
export function fullYears(firstDay: string, lastDay: string): number | undefined {
  const [start, end] = [readDay(firstDay), readDay(lastDay)]
  if (!start || !end) return undefined
  const isBefore = end.month * 100 + end.day < start.month * 100 + start.day
  return end.year - start.year - (isBefore ? 1 : 0)
}

/**
 * The day that is a number of days, months or years later; the last day of the month if that month is
 * shorter (Civil Code, art. 202).
 */
export function dayAfter(text: string, { count, unit }: Period): number | undefined {
  const start = readDay(text)
  if (!start) return undefined
  if (unit === 'day' || unit === 'working-day') return dayNumber(text)! + daysIn({ count, unit })
  const months = start.year * 12 + start.month - 1 + (unit === 'year' ? 12 * count : count)
  const year = Math.floor(months / 12)
  const month = months % 12
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(start.day, lastOfMonth)) / DAY_MS
}
