import { DAY, shanghaiDay } from '#src/core/clock.ts'

/** The first moment of a day, yyyy-MM-dd, in Shanghai. */
export const dayStart = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** Whether this is a calendar day, as yyyy-MM-dd. */
export const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(dayStart(day).getTime()) &&
  shanghaiDay(dayStart(day)) === day

/** The day `days` later, or earlier if negative. */
export const addDays = (day: string, days: number) =>
  shanghaiDay(new Date(dayStart(day).getTime() + days * DAY))
