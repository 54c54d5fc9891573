import { type Kysely, sql } from 'kysely'

export const transaction = false

/** One open request for deletion by account, and any number of the others. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists accounts.support_request_deletion`.execute(db)
  await sql`create unique index concurrently support_request_deletion on accounts.support_request (account_id)
    where closed_at is null and kind = 'deletion'`.execute(db)
  await sql`drop index concurrently if exists accounts.support_request_open`.execute(db)
  await sql`create index concurrently if not exists support_request_account
    on accounts.support_request (account_id)`.execute(db)
}
