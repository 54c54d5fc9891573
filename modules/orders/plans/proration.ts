import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { type Money, share } from '#src/core/money.ts'

/** Whole days from one day in Shanghai to another, by the calendar. */
export function daysBetween(from: Date, to: Date): number {
  const midnight = (at: Date) => Date.parse(`${shanghaiDay(at)}T00:00:00Z`)
  return (midnight(to) - midnight(from)) / DAY
}

/**
 * Proration by the day, how much of a stretch is left: `left` of `of` days. The day that has begun counts as
 * left.
 */
export function daysLeft({ from_at, to_at }: { from_at: Date; to_at: Date }, at: Date) {
  const of = Math.max(1, daysBetween(from_at, to_at))
  return { left: Math.min(of, Math.max(0, daysBetween(at < from_at ? from_at : at, to_at))), of }
}

/**
 * What the days that are left are worth. The days that are over have the rest: together they are the whole,
 * to the fen.
 */
export function worthOfRest(value: Money, { left, of }: { left: number; of: number }): Money {
  return value - share(value, of - left, of)
}
