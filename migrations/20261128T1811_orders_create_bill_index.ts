import { type Kysely, sql } from 'kysely'

export const transaction = false

/** One fetched bill of each method and day. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists orders.statement_bill`.execute(db)
  await sql`create unique index concurrently statement_bill on orders.statement (bill_day, method)
    where bill_day is not null`.execute(db)
}
