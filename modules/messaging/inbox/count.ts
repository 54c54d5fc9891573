import { type Expression, sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Beyond this nobody counts on, so that counting costs no more with a hundred thousand. */
export const MOST_WAITING = 100

/**
 * How many tasks wait for the viewer and how many messages they have not read, of each MOST_WAITING at most.
 * One row.
 */
export function countWaiting(db: Db, { id }: Viewer) {
  const tasks = db
    .selectFrom('messaging.task')
    .select(sql`1`.as('one'))
    .where('account_id', '=', id)
    .where('state', '=', 'todo')
    .orderBy('id', 'desc')
    .limit(MOST_WAITING)
  const messages = db
    .selectFrom('messaging.message')
    .select(sql`1`.as('one'))
    .where('account_id', '=', id)
    .where('read_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_WAITING)
  const countOf = (waiting: Expression<unknown>) => sql<number>`(select count(*) from ${waiting} as waiting)`
  return db.selectNoFrom([countOf(tasks).as('tasks'), countOf(messages).as('messages')])
}
