import { readDay } from '../numbers/dates.ts'
import { dayAfter, dayNumber } from './days.ts'

/**
 * The months of wages due for service from its first to its last day (Labour Contract Law, art. 47): one for
 * each full year; for the rest, one if it is six months or more, else half. Undefined if a date does not
 * exist.
 */
export function severanceMonths(first: string, last: string): number | undefined {
  const from = readDay(first)
  const to = readDay(last)
  if (!from || !to) return undefined
  const dayAfterMonths = (months: number) => dayAfter(first, { count: months, unit: 'month' })!
  const ended = dayNumber(last)! + 1
  let years = Math.max(0, to.year - from.year + 1)
  while (years > 0 && dayAfterMonths(12 * years) > ended) years--
  if (dayAfterMonths(12 * years + 6) <= ended) return years + 1
  return dayAfterMonths(12 * years) < ended ? years + 0.5 : years
}
