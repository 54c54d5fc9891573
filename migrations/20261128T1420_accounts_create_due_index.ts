import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the queue of support requests, and for counting those that are overdue. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists accounts.support_request_due`.execute(db)
  await sql`
    create index concurrently support_request_due
    on accounts.support_request (due_at)
    where closed_at is null`.execute(db)
}
