import { type Expression, type RawBuilder, sql } from 'kysely'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Order, orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { TASK_STATES, TASK_TYPES, type TaskState, type TaskType } from '../schema.ts'

export interface TaskFilter {
  status: TaskState
  type: TaskType | ''
  after: string
  before: string
}

const ROWS = 20

export function readTaskFilter({
  status,
  type,
  after = '',
  before = '',
}: Record<string, string | undefined>) {
  return {
    status: TASK_STATES.find((one) => one === status) ?? 'todo',
    type: TASK_TYPES.find((one) => one === type) ?? '',
    after,
    before,
  } satisfies TaskFilter
}

/** The list's address; by default the first page. */
export function tasksPath(filter: TaskFilter, changes: Partial<TaskFilter> = {}): string {
  const { status, ...rest } = { ...filter, after: '', before: '', ...changes }
  const parameters = Object.entries({ status, ...rest }).filter(([, value]) => value)
  return `/mgmt/tasks?${new URLSearchParams(parameters)}`
}

/** Newest first; ids are in the order of creation. */
export const LATEST_FIRST: Order<{ id: string }> = {
  keys: [
    {
      column: sql`entry.id`,
      textOf: ({ id }) => id,
      isText: isId,
      parameterOf: (text) => sql`${text}::uuid`,
    },
  ],
  descending: true,
}

/** For a query: whether the viewer may see a document. */
type MaySee = (documentId: Expression<string>) => RawBuilder<boolean>

/** The viewer's tasks of a state, each with whether the viewer may see its document. */
export const tasksOf = (db: Db, viewer: Viewer, status: TaskState, maySee: MaySee) =>
  db
    .selectFrom('messaging.task as entry')
    .select(['entry.id', 'type', 'state', 'document_id', 'document_name', 'document_number', 'creator'])
    .select(['started_at', 'due_at', 'finished_at'])
    .select(maySee(sql.ref('entry.document_id')).as('visible'))
    .where('account_id', '=', viewer.id)
    .where('state', '=', status)

export async function listTasks(db: Db, viewer: Viewer, filter: TaskFilter, maySee: MaySee) {
  const cursor = readCursor(LATEST_FIRST, filter)
  let query = tasksOf(db, viewer, filter.status, maySee)
    .orderBy(orderBy(LATEST_FIRST, cursor))
    .limit(ROWS + 1)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (cursor) query = query.where(pastCursor(LATEST_FIRST, cursor))
  return pageFrom(LATEST_FIRST, cursor, ROWS, await query.execute())
}

export type ListedTask = Awaited<ReturnType<typeof listTasks>>['rows'][number]
