import { sql } from 'kysely'
import * as v from 'valibot'
import { logDeskAction, staffNames } from '#modules/accounts/index.ts'
import {
  configuredHours,
  lastChange,
  notifyHoursChange,
  refreshServiceHours,
  type ServiceHours,
} from '#src/calendar/service-hours.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { SERVICE_DAYS } from '#src/db/platform-schema.ts'

const TIME_PATTERN = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** A time in the form 9:00, however it is typed. */
const TimeField = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.regex(TIME_PATTERN, 'calendar.hours.problem.time'),
  v.transform((text) => text.replace(/^0(?=\d)/, '')),
)

const minutesOf = (time: string) => {
  const [, hours, minutes] = TIME_PATTERN.exec(time)!
  return Number(hours) * 60 + Number(minutes)
}

export const HoursForm = v.pipe(
  v.object({
    opens: TimeField,
    closes: TimeField,
    days: v.picklist(SERVICE_DAYS, 'common.problem.selected'),
    known: v.optional(v.string(), ''),
  }),
  v.forward(
    v.check(({ opens, closes }) => minutesOf(opens) < minutesOf(closes), 'calendar.hours.problem.order'),
    ['closes'],
  ),
)

const MAX_CHANGES = 10

/** The last changes by staff, newest first; the first one is in force. */
export const listHoursChanges = (db: Db) =>
  db
    .selectFrom('platform.service_hours as change')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['change.id', 'opens', 'closes', 'days', 'at', 'staff.name as staffName'])
    .orderBy('change.id', 'desc')
    .limit(MAX_CHANGES)
    .execute()

export type HoursChange = Awaited<ReturnType<typeof listHoursChanges>>[number]

/**
 * Sets the hours from now on. Returns false and changes nothing when a colleague has changed them since
 * `known`, the id of the change that the form showed.
 */
export async function setHours(
  db: Db,
  viewer: Viewer,
  { known, ...hours }: ServiceHours & { known: string },
): Promise<boolean> {
  const isSaved = await db.transaction().execute(async (trx) => {
    // Two members of staff who change the hours concurrently wait for each other.
    await sql`lock table platform.service_hours in share row exclusive mode`.execute(trx)
    const latestChange = await lastChange(trx)
    if ((latestChange?.id ?? '') !== known) return false
    const previousHours = latestChange ?? configuredHours()
    if (wordsOf(previousHours) === wordsOf(hours) && previousHours.days === hours.days) return true
    await trx
      .insertInto('platform.service_hours')
      .values({ ...hours, id: newId(), staff_id: viewer.id, at: now() })
      .execute()
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: wordsOf(hours),
      path: '/desk/hours',
      action: 'change-hours',
      reason: '–',
      changes: [
        { what: 'hours', before: wordsOf(previousHours), after: wordsOf(hours) },
        { what: 'days', before: previousHours.days, after: hours.days },
      ],
    })
    await notifyHoursChange(trx)
    return true
  })
  await refreshServiceHours(db)
  return isSaved
}

const wordsOf = ({ opens, closes }: ServiceHours) => `${opens}–${closes}`
