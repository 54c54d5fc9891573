import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { addDays, dayStart, isDay } from '../../day.ts'

interface Clock {
  hour: string
  minute: string
  second: string
}

/** A day as yyyy-MM-dd, with the time if there is one. */
interface WrittenTime {
  day: string
  clock: Clock | null
}

const DATE = /^(\d{4})(?:([-/.年])(\d{1,2})[-/.月](\d{1,2})日?|(\d\d)(\d\d))(?:[\sT]*(\d[\d:.]*))?$/

/** Reads 2026-11-22, 2026/11/2, 20261122 or 2026年11月22日, with or without a time; null for any other text. */
export function readDate(text: string): WrittenTime | null {
  const match = DATE.exec(text)
  if (!match) return null
  const [, year, , month, date, month2, date2, time] = match
  const day = `${year}-${(month ?? month2)!.padStart(2, '0')}-${(date ?? date2)!.padStart(2, '0')}`
  if (!isDay(day)) return null
  if (time === undefined) return { day, clock: null }
  const clock = readClock(time)
  return clock && { day, clock }
}

/** Reads 10:21:33, 10:21, 102133, or 91533 when a spreadsheet has dropped the zero. */
export function readClock(text: string): Clock | null {
  const match = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/.exec(text) ?? /^(\d{1,2})(\d\d)(\d\d)?$/.exec(text)
  if (!match) return null
  const [, hour, minute, second = '00'] = match as unknown as [string, string, string, string?]
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return { hour: hour.padStart(2, '0'), minute, second }
}

/**
 * The moment of a date and a time in Shanghai. A time that contains another day, or cannot be read, is
 * ignored.
 */
export function momentOf(date: string, time: string): Date | null {
  const writtenTime = readDate(date)
  if (!writtenTime) return null
  const timeOfDay = readDate(time)
  const clock =
    writtenTime.clock ?? (timeOfDay ? timeOfDay.day === writtenTime.day && timeOfDay.clock : readClock(time))
  if (!clock) return dayStart(writtenTime.day)
  return new Date(`${writtenTime.day}T${clock.hour}:${clock.minute}:${clock.second}+08:00`)
}

export const EARLIEST = dayStart('2000-01-01')

/** Whether money can have come at this time: from 2000 until the end of tomorrow, in Shanghai. */
export const isPlausible = (time: Date) => time >= EARLIEST && time < dayStart(addDays(shanghaiDay(), 2))

/** The days of a statement, both included. */
export interface StatementPeriod {
  from: string
  to: string
}

const ANY_DATE = /(?<!\d)\d{4}(?:[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{4})(?!\d)/g
const START_WORDS = /起|开始|自|from|start/i
const END_WORDS = /止|结束|截至|至|到|\bto\b|end/i
const PERIOD_WORDS = /期间|区间|时间段|日期范围|范围|period|查询日期|起止/i

/** The period in the lines above the heading; null if they name none. */
export function periodIn(above: string[][]): StatementPeriod | null {
  let from: string | null = null
  let to: string | null = null
  for (const record of above) {
    const text = record.join(' ').normalize('NFKC')
    const days = [...text.matchAll(ANY_DATE)].flatMap(([date]) => readDate(date)?.day ?? [])
    if (
      days.length === 2 &&
      days[0]! <= days[1]! &&
      (START_WORDS.test(text) || END_WORDS.test(text) || PERIOD_WORDS.test(text))
    )
      return { from: days[0]!, to: days[1]! }
    if (days.length !== 1) continue
    const [day] = days
    if (/起始|开始|from|start/i.test(text)) from = day!
    else if (/终止|截止|结束|\bto\b|end/i.test(text)) to = day!
  }
  return from && to && from <= to ? { from, to } : null
}

/** Whether a moment is on one of the period's days. */
export const isWithin = (time: Date, { from, to }: StatementPeriod) =>
  time >= dayStart(from) && time.getTime() < dayStart(to).getTime() + DAY
