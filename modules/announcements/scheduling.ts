import { DAY, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { type Announcement, type AnnouncementFields, lockAnnouncement, logAction } from './announcement.ts'
import { notifyAnnouncementChange, refreshAnnouncements } from './banner.ts'
import { END_NOTICE_DAYS } from './draft-due.ts'
import { sendAnnouncement } from './sending.ts'

type ScheduledTimes = Pick<AnnouncementFields, 'kind' | 'startsAt' | 'endsAt' | 'eventFrom' | 'eventUntil'>

/**
 * The name of the first field with a time that does not fit; null if all times fit. The announcement starts
 * at `startsAt`, or now.
 */
export function timeProblem({ kind, startsAt, endsAt, eventFrom, eventUntil }: ScheduledTimes) {
  const start = startsAt && startsAt > now() ? startsAt : now()
  const isTooLate = (days: number) => eventFrom !== null && eventFrom.getTime() < start.getTime() + days * DAY
  const problem = (field: string, words: MessageKey) => ({ field, words })
  if (endsAt <= start) return problem('endsAt', 'announcements.problem.endsBeforeStart')
  if (kind === 'maintenance' && isTooLate(0)) return problem('eventFrom', 'announcements.problem.notAhead')
  if (kind === 'end-of-service' && isTooLate(END_NOTICE_DAYS))
    return problem('eventFrom', 'announcements.problem.thirtyDays')
  if (eventFrom && eventUntil && eventUntil <= eventFrom)
    return problem('eventUntil', 'announcements.problem.endsBeforeStart')
  return null
}

/**
 * Schedules a draft that was read in `version`. Returns `scheduled`, or why the draft was not scheduled: a
 * colleague has `changed` it, it is no longer a draft (`state`), it is sent to people and the viewer wrote
 * it (`own`), or a time no longer fits (`late`). Throws NOT_FOUND.
 */
export async function scheduleDraft(
  db: Db,
  viewer: Viewer,
  id: string,
  version: number,
): Promise<'scheduled' | 'changed' | 'state' | 'own' | 'late'> {
  const result = await db.transaction().execute(async (trx) => {
    const row = (await lockAnnouncement(trx, id)) ?? notFound()
    if (row.state !== 'draft') return 'state'
    if (row.version !== version) return 'changed'
    if ((row.by_mail || row.by_message) && row.edited_by === viewer.id) return 'own'
    if (timeProblem(timesOf(row))) return 'late'
    const startTime = row.starts_at && row.starts_at > now() ? row.starts_at : now()
    await trx
      .updateTable('announcements.announcement')
      .set({ state: 'scheduled', starts_at: startTime, scheduled_by: viewer.id, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await logAction(trx, viewer, id, 'schedule')
    if (startTime <= now()) await sendAnnouncement.enqueue(trx, { id, after: null })
    await notifyAnnouncementChange(trx)
    return 'scheduled'
  })
  if (result === 'scheduled') await refreshAnnouncements(db)
  return result
}

const timesOf = ({ kind, starts_at, ends_at, event_from, event_until }: Announcement): ScheduledTimes => ({
  kind,
  startsAt: starts_at,
  endsAt: ends_at,
  eventFrom: event_from,
  eventUntil: event_until,
})

/**
 * Withdraws an announcement: it is not sent to any more accounts, and pages no longer show it. Throws
 * NOT_FOUND.
 */
export async function withdraw(db: Db, viewer: Viewer, id: string) {
  await db.transaction().execute(async (trx) => {
    const row = (await lockAnnouncement(trx, id)) ?? notFound()
    if (row.state === 'withdrawn') return
    await trx
      .updateTable('announcements.announcement')
      .set({ state: 'withdrawn', version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    await logAction(trx, viewer, id, 'withdraw')
    await notifyAnnouncementChange(trx)
  })
  await refreshAnnouncements(db)
}
