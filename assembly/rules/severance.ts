import { readDay } from '../numbers/dates.ts'
import { dayAfter, dayNumber } from './days.ts'

/**
 * The months of wages due for service from its first to its last day (Labour Contract Law, art. 47): one for
 * each full year; for the rest, one if it is six months or more, else half. Undefined if a date does not
 * exist.
 */
export function severanceMonths(first: string, last: string): number | undefined {
  const start = readDay(first)
  const end = readDay(last)
  if (!start || !end) return undefined
  const dayAfterMonths = (months: number) => dayAfter(first, { count: months, unit: 'month' })!
  const dayAfterLast = dayNumber(last)! + 1
  let years = Math.max(0, end.year - start.year + 1)
  while (years > 0 && dayAfterMonths(12 * years) > dayAfterLast) years--
  if (dayAfterMonths(12 * years + 6) <= dayAfterLast) return years + 1
  return dayAfterMonths(12 * years) < dayAfterLast ? years + 0.5 : years
}
