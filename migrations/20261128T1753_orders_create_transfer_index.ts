import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the parts of a transfer. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists orders.payment_transfer`.execute(db)
  await sql`create index concurrently payment_transfer on orders.payment (transfer)
    where transfer is not null`.execute(db)
}
