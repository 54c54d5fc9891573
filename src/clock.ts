/** The one place that reads the wall clock. Tests set the date with vitest's fake `Date`. */
export function now(): Date {
  return new Date()
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The calendar day in Asia/Shanghai, as yyyy-MM-dd. */
export function shanghaiDay(at: Date = now()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(at)
}
