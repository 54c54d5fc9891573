import { DAY, now, shanghaiDay } from './clock.ts'

/** The date a number of days from today, as yyyy-MM-dd in Shanghai. */
export const dayAhead = (days: number): string => shanghaiDay(new Date(now().getTime() + days * DAY))

/** The first moment of a day in Shanghai; `day` as yyyy-MM-dd. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

/** The last second of a day in Shanghai; `day` as yyyy-MM-dd. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59+08:00`)

/** Whether a text is a day of the calendar, as yyyy-MM-dd. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(endOfDay(text).getTime()) &&
  shanghaiDay(endOfDay(text)) === text
