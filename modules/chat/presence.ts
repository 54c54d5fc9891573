import { sql } from 'kysely'
import { opensToday } from '#src/calendar/calendar.ts'
import { serviceHours } from '#src/calendar/service-hours.ts'
import { ago, HOUR, MINUTE, now, SECOND } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/**
 * How long a member of staff counts as present after the last signal of an open page; pages send one every
 * 25 seconds.
 */
const PRESENT_FOR = MINUTE

/** Whether the online service is open at this hour; `opensToday` is whether it opens on this day at all. */
export function isOpenHour(time: Date = now()): boolean {
  const shanghaiTime = new Date(time.getTime() + 8 * HOUR)
  const { opens, closes } = serviceHours()
  const minutes = shanghaiTime.getUTCHours() * 60 + shanghaiTime.getUTCMinutes()
  return minutes >= minutesOf(opens) && minutes < minutesOf(closes)
}

/** The minutes since midnight of a time written as 9:30. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}

/** For other queries: whether a member of staff is present and can answer immediately. */
export const agentOnline = () =>
  isOpenHour()
    ? sql<boolean>`(${opensToday(serviceHours())} and exists (select from chat.presence where seen_at > ${ago(PRESENT_FOR)}))`
    : sql<boolean>`false`

export async function isAgentOnline(db: Db): Promise<boolean> {
  return (await db.selectNoFrom(agentOnline().as('online')).executeTakeFirstOrThrow()).online
}

/** Records that a member of staff has an open page. */
export async function recordPresence(db: Db, staffId: string) {
  await db
    .insertInto('chat.presence')
    .values({ staff_id: staffId, seen_at: now() })
    .onConflict((oc) =>
      oc
        .column('staff_id')
        .doUpdateSet({ seen_at: now() })
        .where('chat.presence.seen_at', '<', ago(10 * SECOND)),
    )
    .execute()
}
