import { type Kysely, sql } from 'kysely'

/**
 * A statement whose time was read as its date left payments of the year 1021: they count on the day on which
 * they were recorded. Then the rows that are there are checked, while others write.
 */
export async function up(db: Kysely<unknown>) {
  await sql`update orders.payment set received_at = created_at
    where not (received_at >= timestamptz '2000-01-01 00:00:00+08'
      and received_at < created_at + interval '48 hours')`.execute(db)
  await sql`alter table orders.payment validate constraint payment_day`.execute(db)
}
