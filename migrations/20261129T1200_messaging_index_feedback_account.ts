import { type Kysely, sql } from 'kysely'

export const transaction = false

/** Finds the feedback of an account, for its page at the desk. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists messaging.feedback_account`.execute(db)
  await sql`create index concurrently feedback_account on messaging.feedback (account_id)`.execute(db)
}
