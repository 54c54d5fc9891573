import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { type Money, share } from '#src/core/money.ts'

/** The number of calendar days in Shanghai from one day to another. */
export function daysBetween(from: Date, to: Date): number {
  const midnight = (time: Date) => Date.parse(`${shanghaiDay(time)}T00:00:00Z`)
  return (midnight(to) - midnight(from)) / DAY
}

/** The remaining and the total days of a term, for its proration. The current day counts as remaining. */
export function daysLeft({ from_at, to_at }: { from_at: Date; to_at: Date }, time: Date) {
  const total = Math.max(1, daysBetween(from_at, to_at))
  return { left: Math.min(total, Math.max(0, daysBetween(time < from_at ? from_at : time, to_at))), total }
}

/**
 * The value of the remaining days: the value minus the share of the past days, so that both add up exactly.
 */
export function worthOfRest(value: Money, { left, total }: { left: number; total: number }): Money {
  return value - share(value, total - left, total)
}
