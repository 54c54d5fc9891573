import { shanghaiDay } from '#src/core/clock.ts'
import { endOfDay } from '#src/core/day.ts'
import type { Db } from '#src/db/db.ts'
import { readCalendar } from './calendar.ts'
import { workingDayAfter } from './working-days.ts'

/** The working days within which we answer; pages, mails and due dates all use these numbers. */
export const REPLY = {
  /** All messages without a period of their own. */
  general: 1,
  /**
   * Deletions of accounts, objections, and requests about personal data; the agreements promise this period.
   */
  personalData: 15,
} as const

export type ReplyPeriod = keyof typeof REPLY

/**
 * The moment by which something that arrived on a day (yyyy-MM-dd, by default today) must be answered: the
 * end of the last working day.
 */
export async function dueAt(db: Db, period: ReplyPeriod, day: string = shanghaiDay()): Promise<Date> {
  return endOfDay(workingDayAfter(await readCalendar(db, day), day, REPLY[period]))
}
