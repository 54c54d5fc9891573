import { sql } from 'kysely'
import { logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { type DayKind, isWeekend } from '#src/calendar/working-days.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { CalendarDifference } from '#src/db/platform-schema.ts'

/** A public holiday, or a weekend day that is worked in exchange for one. */
export interface CalendarEntry {
  /** yyyy-MM-dd */
  day: string
  kind: DayKind
  name: string
}

/**
 * Whether the day can have this kind: only a Saturday or a Sunday can be worked in exchange for a holiday.
 */
export const isPossible = ({ day, kind }: Pick<CalendarEntry, 'day' | 'kind'>): boolean =>
  kind === 'holiday' || isWeekend(day)

/** The entries of a year, in the order of their days. */
export const listYear = (db: Db, year: number): Promise<CalendarEntry[]> =>
  db
    .selectFrom('platform.calendar_day')
    .select([sql<string>`day::text`.as('day'), 'kind', 'name'])
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .orderBy('day')
    .execute()

const MAX_CHANGES = 20

/** The last changes by staff, newest first. */
export const listChanges = (db: Db) =>
  db
    .selectFrom('platform.calendar_change as change')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['change.id', 'changes', 'at', 'staff.name as staffName'])
    .orderBy('change.id', 'desc')
    .limit(MAX_CHANGES)
    .execute()

export type CalendarChange = Awaited<ReturnType<typeof listChanges>>[number]

/** Adds a day; returns false when the day has an entry already. */
export async function addDay(db: Db, viewer: Viewer, entry: CalendarEntry): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('platform.calendar_day')
      .values(entry)
      .onConflict((oc) => oc.column('day').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await logChanges(trx, viewer, [{ day: entry.day, before: null, after: partsOf(entry) }])
    return true
  })
}

/** Removes a day; does nothing when a colleague has removed it already. */
export async function removeDay(db: Db, viewer: Viewer, day: string) {
  await db.transaction().execute(async (trx) => {
    const deletedRow = await trx
      .deleteFrom('platform.calendar_day')
      .where('day', '=', day)
      .returning(['kind', 'name'])
      .executeTakeFirst()
    if (deletedRow) await logChanges(trx, viewer, [{ day, before: deletedRow, after: null }])
  })
}

/** A digest of the entries of a year, by which a form notices changes. */
export const digestOf = (entries: CalendarEntry[]): string => hashOf(JSON.stringify(entries))

/**
 * Replaces the entries of the year. Returns false and changes nothing if the digest of the stored entries is
 * not `shownDigest`: a colleague has changed them, or the page showed another year.
 */
export async function setYear(
  db: Db,
  viewer: Viewer,
  { year, entries, known: shownDigest }: { year: number; entries: CalendarEntry[]; known?: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Two members of staff who enter the same year wait for each other.
    await sql`lock table platform.calendar_day in share row exclusive mode`.execute(trx)
    const previousEntries = await listYear(trx, year)
    const differences = differencesOf(previousEntries, entries)
    if (!differences.length) return true
    if (previousEntries.length && digestOf(previousEntries) !== shownDigest) return false
    const days = differences.map(({ day }) => day)
    await trx.deleteFrom('platform.calendar_day').where('day', 'in', days).execute()
    const rows = entries.filter(({ day }) => days.includes(day))
    if (rows.length) await trx.insertInto('platform.calendar_day').values(rows).execute()
    await logChanges(trx, viewer, differences)
    return true
  })
}

const partsOf = ({ kind, name }: CalendarEntry) => ({ kind, name })

function differencesOf(oldEntries: CalendarEntry[], newEntries: CalendarEntry[]): CalendarDifference[] {
  const oldEntriesByDay = new Map(oldEntries.map((entry) => [entry.day, partsOf(entry)]))
  const newEntriesByDay = new Map(newEntries.map((entry) => [entry.day, partsOf(entry)]))
  return [...new Set([...oldEntriesByDay.keys(), ...newEntriesByDay.keys()])]
    .sort()
    .map((day) => ({
      day,
      before: oldEntriesByDay.get(day) ?? null,
      after: newEntriesByDay.get(day) ?? null,
    }))
    .filter(({ before, after }) => before?.kind !== after?.kind || before?.name !== after?.name)
}

async function logChanges(trx: Db, { id }: Viewer, changes: CalendarDifference[]) {
  const row = { id: newId(), staff_id: id, changes: JSON.stringify(changes), at: now() }
  await trx.insertInto('platform.calendar_change').values(row).execute()
  await logDeskAction(
    trx,
    { id },
    {
      accountId: null,
      subject: changes.length > 1 ? `${changes[0]!.day} – ${changes.at(-1)!.day}` : changes[0]!.day,
      path: `/desk/calendar?year=${changes[0]!.day.slice(0, 4)}`,
      action: 'change-calendar',
      reason: '–',
    },
  )
}
