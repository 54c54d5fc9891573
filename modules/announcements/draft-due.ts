import { dueAt } from '#src/calendar/reply.ts'
import { DAY, now, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { Kind } from './schema.ts'

/** The days of notice before the service ends, as the Service Agreement promises. */
export const NOTICE_OF_END = 30

interface Times {
  kind: Kind
  startsAt: Date | null
  endsAt: Date
  eventFrom: Date | null
}

/**
 * By when a draft should be scheduled: at its own time, or without one by the end of the next working day;
 * but before it is too late for what it announces.
 */
export async function draftDue(db: Db, times: Times, createdAt: Date): Promise<Date> {
  const { kind, startsAt, endsAt, eventFrom } = times
  const planned = startsAt && startsAt > now() ? startsAt : await dueAt(db, 'general', shanghaiDay(createdAt))
  const notice = kind === 'end-of-service' ? NOTICE_OF_END * DAY : 0
  const latest = eventFrom ? eventFrom.getTime() - notice : endsAt.getTime()
  return new Date(Math.min(planned.getTime(), latest, endsAt.getTime()))
}
