import { shanghaiDay } from '#src/core/clock.ts'
import { endOfDay } from '#src/core/day.ts'
import type { Db } from '#src/db/db.ts'
import { readCalendar } from './calendar.ts'
import { workingDayAfter } from './working-days.ts'

/** Working days within which we answer; pages, mails and due dates all take them from here. */
export const REPLY = {
  /** All other messages to us. */
  general: 1,
  /** Deletion of an account, objections, and requests about personal data: the agreements promise it. */
  personalData: 15,
} as const

export type ReplyPeriod = keyof typeof REPLY

/**
 * By when something that arrived on a day (yyyy-MM-dd, by default today) has to be answered: the end of the
 * last working day.
 */
export async function dueAt(db: Db, period: ReplyPeriod, day: string = shanghaiDay()): Promise<Date> {
  return endOfDay(workingDayAfter(await readCalendar(db, day), day, REPLY[period]))
}
