let source: (() => Date) | null = null

/** The only place that reads the system clock. */
export function now(): Date {
  return source ? source() : new Date()
}

/** Lets the demo create past data, and tests change the time; null returns to the system clock. */
export function setClock(clock: (() => Date) | null) {
  source = clock
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Created once, because creating it takes a hundred times as long as formatting a day. */
const IN_SHANGHAI = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })

/** The calendar day in Asia/Shanghai, as yyyy-MM-dd. */
export const shanghaiDay = (time: Date = now()): string => IN_SHANGHAI.format(time)

/** The moment `ms` milliseconds ago. */
export const ago = (ms: number): Date => new Date(now().getTime() - ms)

/** The moment `ms` milliseconds from now. */
export const fromNow = (ms: number): Date => new Date(now().getTime() + ms)
