import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { type Money, share } from '#src/core/money.ts'

/** Whole calendar days in Shanghai from one day to another. */
export function daysBetween(from: Date, to: Date): number {
  const midnight = (at: Date) => Date.parse(`${shanghaiDay(at)}T00:00:00Z`)
  return (midnight(to) - midnight(from)) / DAY
}

/** Proration by the day: `left` of `of` days remain of a term. The current day counts as remaining. */
export function daysLeft({ from_at, to_at }: { from_at: Date; to_at: Date }, at: Date) {
  const of = Math.max(1, daysBetween(from_at, to_at))
  return { left: Math.min(of, Math.max(0, daysBetween(at < from_at ? from_at : at, to_at))), of }
}

/** The value of the remaining days. The past days have the rest, so that both add up exactly. */
export function worthOfRest(value: Money, { left, of }: { left: number; of: number }): Money {
  return value - share(value, of - left, of)
}
