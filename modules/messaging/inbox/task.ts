import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { TaskTable, TaskType } from '../schema.ts'
import { notifyWaiting } from './waiting.ts'

type NewTask = Pick<
  TaskTable,
  'type' | 'subject_id' | 'document_id' | 'document_name' | 'document_number' | 'creator' | 'due_at'
>

/** Creates a task for each of the accounts; an existing task about the same subject is reopened. */
export async function openTask(trx: Db, accountIds: string[], task: NewTask) {
  if (!accountIds.length) return
  const newTask = { ...task, state: 'todo' as const, started_at: now(), finished_at: null }
  await trx
    .insertInto('messaging.task')
    .values(accountIds.map((account_id) => ({ id: newId(now()), account_id, ...newTask })))
    .onConflict((oc) =>
      oc.columns(['account_id', 'type', 'subject_id']).doUpdateSet({
        state: 'todo',
        finished_at: null,
        started_at: now(),
        creator: task.creator,
        due_at: task.due_at,
      }),
    )
    .execute()
  await notifyWaiting(trx, accountIds)
}

/** Ends open tasks about these subjects, as done or as no longer the account's task. */
export async function closeTasks(trx: Db, type: TaskType, subjectIds: string[], state: 'done' | 'invalid') {
  if (!subjectIds.length) return
  const closedTasks = await trx
    .updateTable('messaging.task')
    .set({ state, finished_at: now() })
    .where('subject_id', 'in', subjectIds)
    .where('type', '=', type)
    .where('state', '=', 'todo')
    .returning('account_id')
    .execute()
  await notifyWaiting(
    trx,
    closedTasks.map((task) => task.account_id),
  )
}

/** Sets another deadline for open tasks about these subjects. */
export async function moveTasks(trx: Db, type: TaskType, subjectIds: string[], dueAt: Date) {
  if (!subjectIds.length) return
  await trx
    .updateTable('messaging.task')
    .set({ due_at: dueAt })
    .where('subject_id', 'in', subjectIds)
    .where('type', '=', type)
    .where('state', '=', 'todo')
    .execute()
}

/** Ends the tasks that were assigned to an account by its former address. */
export async function lapseTasks(trx: Db, { accountId }: { accountId: string }) {
  await trx
    .updateTable('messaging.task')
    .set({ state: 'invalid', finished_at: now() })
    .where('account_id', '=', accountId)
    .where('type', 'in', ['sign', 'review'])
    .where('state', '=', 'todo')
    .execute()
  await notifyWaiting(trx, [accountId])
}

/** Makes the link to the page on which the task is done; null if it can no longer be done. */
type TaskStarter = (trx: Db, subjectId: string, viewer: Viewer) => Promise<string | null>

const starters = new Map<TaskType, TaskStarter>()

/**
 * Registers the starter of a type of task. Called only by src/app/events.ts, because only the module that
 * owns the type has the page on which it is done.
 */
export const registerStarter = (type: TaskType, starter: TaskStarter) => starters.set(type, starter)

/**
 * The address at which to complete a task; null if it is completed. Throws NOT_FOUND for another account's
 * task, TASK_LAPSED for a task that can no longer be completed.
 */
export async function startTask(db: Db, viewer: Viewer, id: string): Promise<string | null> {
  const task = isId(id)
    ? await db
        .selectFrom('messaging.task')
        .select(['type', 'subject_id', 'state'])
        .where('id', '=', id)
        .where('account_id', '=', viewer.id)
        .executeTakeFirst()
    : undefined
  if (!task) notFound()
  if (task.state === 'done') return null
  const starter = starters.get(task.type)
  const link =
    task.state === 'todo' &&
    starter &&
    (await db.transaction().execute((trx) => starter(trx, task.subject_id, viewer)))
  if (!link) throw new AppError('TASK_LAPSED')
  return link
}

/**
 * For a query about an account: whether it has an open task. The order makes the query use the list's index.
 */
export const waitsFor = (accountId: unknown) =>
  sql<boolean>`(select true from messaging.task where account_id = ${accountId} and state = 'todo'
    order by id desc limit 1) is not null`
