import { type Expression, sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The highest number that is counted exactly, because counting more takes long. */
export const MAX_WAITING = 100

/** The number of open tasks and unread notifications of the viewer, each at most MAX_WAITING; one row. */
export function countWaiting(db: Db, { id }: Viewer) {
  const tasks = db
    .selectFrom('messaging.task')
    .select(sql`1`.as('one'))
    .where('account_id', '=', id)
    .where('state', '=', 'todo')
    .orderBy('id', 'desc')
    .limit(MAX_WAITING)
  const messages = db
    .selectFrom('messaging.message')
    .select(sql`1`.as('one'))
    .where('account_id', '=', id)
    .where('read_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_WAITING)
  const countOf = (items: Expression<unknown>) => sql<number>`(select count(*) from ${items} as waiting)`
  return db.selectNoFrom([countOf(tasks).as('tasks'), countOf(messages).as('messages')])
}
