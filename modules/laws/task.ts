import { sql } from 'kysely'
import { logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { libraryEntries } from '#modules/templates/index.ts'
import { type DueEntry, dueOrder } from '#src/calendar/due-order.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { notifyLive } from '#src/live/notify.ts'
import type { Outcome } from './schema.ts'

const ROWS = 50

export const TASKS = '/desk/law-tasks'

fillsQueue('lawTasks', {
  from: sql`laws.task where state = 'open'`,
  since: 'created_at',
  due: 'due_at',
  items: {
    table: 'laws.task',
    isOpen: sql`state = 'open'`,
    account: sql`null::uuid`,
    label: () => sql`concat_ws(' · ', '《' || law || '》', nullif(code, ''))`,
    bulk: { close: closeUnchanged, needsGround: true },
  },
})

const tasks = (db: Db) =>
  db
    .selectFrom('laws.task as task')
    .leftJoin('laws.change as change', 'change.id', 'task.change_id')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'task.owner_id')
    .selectAll('task')
    .select(['owner.name as ownerName', 'version_name', 'in_force_from', 'what'])

export const TASK_FILTERS = ['open', 'mine', 'done', 'all'] as const

export interface TaskFilter {
  state: (typeof TASK_FILTERS)[number]
  /** The short name of a law; '' for all laws. */
  law: string
  /** The cursor of the page; '' for the first page. */
  before: string
}

export const readTaskFilter = (query: Record<string, string | undefined>): TaskFilter => ({
  state: TASK_FILTERS.find((state) => state === query.state) ?? 'open',
  law: query.law?.slice(0, 100) ?? '',
  before: query.before?.slice(0, 200) ?? '',
})

/** Tasks about laws concern no customer, and therefore have no priority by package. */
const QUEUE = dueOrder('task', sql`0::integer`)

/** One page of tasks, in the order of their due dates. */
export async function listTasks(db: Db, viewer: Viewer, { state, law, before }: TaskFilter) {
  let query = tasks(db)
    .select(sql<number>`0`.as('rank'))
    .limit(ROWS + 1)
  if (state === 'open' || state === 'mine') query = query.where('task.state', '=', 'open')
  if (state === 'mine') query = query.where('task.owner_id', '=', viewer.id)
  if (state === 'done') query = query.where('task.state', '=', 'done')
  if (law) query = query.where('task.law', '=', law)
  const cursor = readCursor(QUEUE, { after: before, before: '' })
  if (cursor) query = query.where(pastCursor(QUEUE, cursor))
  const rows = await query.orderBy(orderBy(QUEUE, cursor)).execute()
  return pageFrom<DueEntry, (typeof rows)[number]>(QUEUE, cursor, ROWS, rows)
}

export type ListedTask = Awaited<ReturnType<typeof listTasks>>['rows'][number]

export type Task = Awaited<ReturnType<typeof findTask>>

/** Throws NOT_FOUND. */
export async function findTask(db: Db, id: string) {
  if (!isId(id)) notFound()
  const task = await tasks(db)
    .leftJoin(staffNames(db).as('doer'), 'doer.id', 'task.done_by')
    .select('doer.name as doerName')
    .where('task.id', '=', id)
    .executeTakeFirst()
  return task ?? notFound()
}

/** The open tasks of one law. */
export const openTasksOf = (db: Db, law: string) =>
  tasks(db).where('task.law', '=', law).where('task.state', '=', 'open').orderBy('task.code').execute()

export type OpenTask = Awaited<ReturnType<typeof openTasksOf>>[number]

/** Open tasks by law. */
export async function countOpenTasks(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('laws.task')
    .select(({ fn }) => ['law', fn.countAll<string>().as('count')])
    .where('state', '=', 'open')
    .groupBy('law')
    .execute()
  return new Map(rows.map(({ law, count }) => [law, Number(count)]))
}

/** The version of a template in force; null when the library does not contain the template. */
export const versionInForce = (code: string): number | null =>
  libraryEntries().find(({ template }) => template.code === code)?.template.version ?? null

/**
 * Ends a task. Returns the obstacle, if any: the task is `finished`, or no version above the checked one is
 * published (`notPublished`). Throws NOT_FOUND.
 */
export async function finishTask(
  db: Db,
  viewer: Viewer,
  id: string,
  { outcome, note }: { outcome: Exclude<Outcome, 'reviewed'>; note: string },
): Promise<'done' | 'finished' | 'notPublished'> {
  const task = await findTask(db, id)
  if (outcome === 'published' && !hasNewVersion(task)) return 'notPublished'
  return db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('laws.task')
      .set((eb) => ({ owner_id: eb.fn.coalesce('owner_id', eb.val(viewer.id)) }))
      .set({ state: 'done', outcome, note, done_by: viewer.id, done_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('id')
      .executeTakeFirst()
    if (!update) return 'finished'
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: [`《${task.law}》`, task.code].filter(Boolean).join(' · ').slice(0, 100),
      path: `${TASKS}/${id}`,
      action: 'finish-law-task',
      reason: `${outcome}: ${note}`.slice(0, 500),
    })
    await notifyLive(trx, ['desk'], 'todo')
    return 'done'
  })
}

/**
 * Whether a new version is published: for a template, a version above the checked one. True for a block,
 * which has no version, and false for a review.
 */
export const hasNewVersion = ({ kind, code, version }: Pick<Task, 'kind' | 'code' | 'version'>): boolean =>
  kind === 'block' || (kind === 'template' && (versionInForce(code) ?? 0) > (version ?? 0))

async function closeUnchanged(db: Db, viewer: Viewer, id: string, note: string): Promise<boolean> {
  return (await finishTask(db, viewer, id, { outcome: 'unchanged', note })) === 'done'
}
