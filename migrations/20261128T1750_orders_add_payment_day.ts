import { type Kysely, sql } from 'kysely'

/**
 * Money comes between 2000 and the day after it is recorded. Not checked yet for the rows that are there, so
 * that payments go on while the table is read.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders.payment add constraint payment_day
    check (received_at >= timestamptz '2000-01-01 00:00:00+08'
      and received_at < created_at + interval '48 hours') not valid`.execute(db)
}
