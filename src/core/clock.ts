let source: (() => Date) | null = null

/** The one place that reads the wall clock. */
export function now(): Date {
  return source ? source() : new Date()
}

/** Lets the demo's past lie in the past, and tests move time; null goes back to the wall clock. */
export function setClock(clock: (() => Date) | null) {
  source = clock
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Made once: making one takes a hundred times as long as formatting a day. */
const IN_SHANGHAI = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })

/** The calendar day in Asia/Shanghai, as yyyy-MM-dd. */
export const shanghaiDay = (at: Date = now()): string => IN_SHANGHAI.format(at)

/** The moment so many milliseconds back. */
export const ago = (ms: number): Date => new Date(now().getTime() - ms)

/** The moment so many milliseconds ahead. */
export const fromNow = (ms: number): Date => new Date(now().getTime() + ms)
