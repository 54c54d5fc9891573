import { sql } from 'kysely'
import { logDeskAction } from '#modules/accounts/index.ts'
import { dueAt } from '#src/calendar/reply.ts'
import { fromNow, MINUTE, now, shanghaiDay } from '#src/core/clock.ts'
import { startOfDay } from '#src/core/day.ts'
import { notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive } from '#src/live/notify.ts'
import { findKnownLaw, lawPath } from './law.ts'
import { notifyDrafters } from './notices.ts'
import type { ChangeTable } from './schema.ts'

/** How long a mistake can be withdrawn before customers are notified. */
export const NOTICE_DELAY = 30 * MINUTE

export interface ChangeFields {
  versionName: string
  /** yyyy-MM-dd */
  inForceFrom: string
  what: string
}

/** Locks a law: of two members of staff who change it concurrently, the second waits for the first. */
export const lockLaw = (trx: Db, law: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`law ${law}`}, 0))`.execute(trx)

/**
 * Marks a law as changed from a day on, and opens a task for each template and block that cites it. Returns
 * `already` when a change from that day is marked already. Throws NOT_FOUND.
 */
export async function markChanged(
  db: Db,
  viewer: Viewer,
  name: string,
  { versionName, inForceFrom, what }: ChangeFields,
): Promise<'marked' | 'already'> {
  const law = await findKnownLaw(name)
  return db.transaction().execute(async (trx) => {
    await lockLaw(trx, name)
    const existingChange = await currentChanges(trx)
      .where('law', '=', name)
      .where('in_force_from', '=', inForceFrom)
      .executeTakeFirst()
    if (existingChange) return 'already'
    const id = newId()
    const codes = law.templates.map(({ template }) => template.code)
    const notify_at = fromNow(NOTICE_DELAY)
    await trx
      .insertInto('laws.change')
      .values({
        id,
        law: name,
        version_name: versionName,
        in_force_from: inForceFrom,
        what,
        codes: JSON.stringify(codes),
        marked_by: viewer.id,
        marked_at: now(),
        notify_at,
        notified_at: null,
        notified_until: null,
        withdrawn_at: null,
      })
      .execute()
    await openTasks(trx, id, law, await dueBefore(trx, inForceFrom))
    if (codes.length) await notifyDrafters.enqueue(trx, { id, after: null }, { startAfter: notify_at })
    await logLaw(trx, viewer, name, 'mark-law-changed', `${versionName}, ${inForceFrom}: ${what}`)
    await notifyLive(trx, ['desk'], 'todo')
    return 'marked'
  })
}

/** The due date: the last moment before the day, but not before the end of the usual time for replies. */
async function dueBefore(trx: Db, day: string): Promise<Date> {
  const usualDue = await dueAt(trx, 'general')
  const lastMoment = new Date(startOfDay(day).getTime() - 1000)
  return lastMoment > usualDue ? lastMoment : usualDue
}

async function openTasks(
  trx: Db,
  change_id: string,
  { name, templates, blocks }: Awaited<ReturnType<typeof findKnownLaw>>,
  due_at: Date,
) {
  const newTask = { law: name, change_id, state: 'open' as const, created_at: now(), due_at }
  const tasks = [
    ...templates.map(({ template: { code, version } }) => ({ kind: 'template' as const, code, version })),
    ...blocks.map((block) => ({ kind: 'block' as const, code: block.name, version: null })),
  ]
  if (tasks.length)
    await trx
      .insertInto('laws.task')
      .values(tasks.map((task) => ({ id: newId(), ...newTask, ...task, outcome: null, ...NO_TASK_OWNER })))
      .execute()
}

const NO_TASK_OWNER = { owner_id: null, done_by: null, done_at: null }

const currentChanges = (db: Db) => db.selectFrom('laws.change').selectAll().where('withdrawn_at', 'is', null)

/**
 * Withdraws a change that was marked by mistake: its open tasks end, and no further people are notified.
 * Does nothing when it is already withdrawn. Throws NOT_FOUND.
 */
export async function withdrawChange(db: Db, viewer: Viewer, name: string, id: string) {
  if (!isId(id)) notFound()
  await db.transaction().execute(async (trx) => {
    await lockLaw(trx, name)
    const change = await trx
      .selectFrom('laws.change')
      .select(['version_name', 'in_force_from', 'withdrawn_at'])
      .where('id', '=', id)
      .where('law', '=', name)
      .forUpdate()
      .executeTakeFirst()
    if (!change) notFound()
    if (change.withdrawn_at) return
    await trx.updateTable('laws.change').set({ withdrawn_at: now() }).where('id', '=', id).execute()
    await trx
      .updateTable('laws.task')
      .set({ state: 'withdrawn', owner_id: null, owner_note: null })
      .where('change_id', '=', id)
      .where('state', '=', 'open')
      .execute()
    const reason = `${change.version_name}, ${change.in_force_from}`
    await logLaw(trx, viewer, name, 'withdraw-law-change', reason)
    await notifyLive(trx, ['desk'], 'todo')
  })
}

export async function logLaw(
  trx: Db,
  viewer: Viewer,
  law: string,
  action: 'mark-law-changed' | 'withdraw-law-change' | 'record-law-review' | 'withdraw-law-review',
  reason: string,
) {
  const subject = `《${law}》`.slice(0, 100)
  await logDeskAction(trx, viewer, {
    accountId: null,
    subject,
    path: lawPath(law),
    action,
    reason: reason.slice(0, 500),
  })
}

/** The changes of one law, or of all, that were not withdrawn; the latest version comes first. */
export async function listChanges(db: Db, law?: string) {
  let query = currentChanges(db).orderBy('in_force_from', 'desc')
  if (law !== undefined) query = query.where('law', '=', law)
  return query.execute()
}

export type Change = Awaited<ReturnType<typeof listChanges>>[number]

/**
 * The day from which the present version is in force, according to the marked changes or the table of laws;
 * or null.
 */
export function inForceSince(
  since: string | null,
  changes: Pick<ChangeTable, 'in_force_from'>[],
  today = shanghaiDay(),
): string | null {
  const daysInForce = changes.map((one) => one.in_force_from).filter((day) => day <= today)
  return [...daysInForce, ...(since ? [since] : [])].toSorted().at(-1) ?? null
}

/** The next version, which is not in force yet. */
export const nextChange = <C extends Pick<ChangeTable, 'in_force_from'>>(
  changes: C[],
  today = shanghaiDay(),
): C | null =>
  changes
    .filter(({ in_force_from }) => in_force_from > today)
    .toSorted((one, other) => (one.in_force_from < other.in_force_from ? -1 : 1))[0] ?? null
