import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the queue of open feedback, and for counting those that are overdue. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists messaging.feedback_due`.execute(db)
  await sql`create index concurrently feedback_due on messaging.feedback (due_at) where state = 'open'`.execute(
    db,
  )
}
