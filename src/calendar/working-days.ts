import { DAY } from '#src/core/clock.ts'

/** A public holiday, or a Saturday or Sunday that is worked in exchange for one (调休). */
export const DAY_KINDS = ['holiday', 'worked'] as const
export type DayKind = (typeof DAY_KINDS)[number]

/** The days, yyyy-MM-dd, that are not what their day of the week suggests. */
export type Calendar = ReadonlyMap<string, DayKind>

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The day `count` days later; both as yyyy-MM-dd. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(startOf(day) + count * DAY).toISOString().slice(0, 10)

export const isWeekend = (day: string): boolean => new Date(startOf(day)).getUTCDay() % 6 === 0

export const isSaturday = (day: string): boolean => new Date(startOf(day)).getUTCDay() === 6

export function isWorkingDay(calendar: Calendar, day: string): boolean {
  const kind = calendar.get(day)
  return kind ? kind === 'worked' : !isWeekend(day)
}

/** The last day of a period of `count` working days that begins on the day after `day`. */
export function workingDayAfter(calendar: Calendar, day: string, count: number): string {
  let lastDay = day
  for (let remaining = count; remaining > 0; ) {
    lastDay = dayAfter(lastDay)
    if (isWorkingDay(calendar, lastDay)) remaining--
  }
  return lastDay
}
