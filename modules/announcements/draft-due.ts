import { dueAt } from '#src/calendar/reply.ts'
import { DAY, now, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { Kind } from './schema.ts'

/** The days of notice before the service ends, as the Service Agreement promises. */
export const END_NOTICE_DAYS = 30

interface DraftTimes {
  kind: Kind
  startsAt: Date | null
  endsAt: Date
  eventFrom: Date | null
}

/**
 * The time by which a draft should be scheduled: its own start or, if it has none, the end of the next
 * working day; but in any case early enough for the event that it announces.
 */
export async function draftDue(db: Db, times: DraftTimes, createdAt: Date): Promise<Date> {
  const { kind, startsAt, endsAt, eventFrom } = times
  const usualDue =
    startsAt && startsAt > now() ? startsAt : await dueAt(db, 'general', shanghaiDay(createdAt))
  const notice = kind === 'end-of-service' ? END_NOTICE_DAYS * DAY : 0
  const latestTime = eventFrom ? eventFrom.getTime() - notice : endsAt.getTime()
  return new Date(Math.min(usualDue.getTime(), latestTime, endsAt.getTime()))
}
