import { type Kysely, sql } from 'kysely'

export const transaction = false

/** Payments that were applied to a lower price, and the indexes of the two columns. */
export async function up(db: Kysely<unknown>) {
  await sql`update orders.payment as payment set excess = amount - total from orders."order"
    where "order".id = order_id and problem is null and amount > total`.execute(db)
  await sql`alter table orders.payment validate constraint payment_refunded`.execute(db)
  await sql`alter table orders.payment validate constraint payment_excess`.execute(db)
  await sql`drop index concurrently if exists orders.payment_with_excess`.execute(db)
  await sql`create index concurrently payment_with_excess on orders.payment (id)
    where excess > 0`.execute(db)
  // An order is settled by one payment, or by several that have one first.
  await sql`drop index concurrently if exists orders.payment_settles_once`.execute(db)
  await sql`create unique index concurrently payment_settles_once on orders.payment (order_id)
    where problem is null and reversed_at is null and (joined_id is null or joined_id = id)`.execute(db)
  await sql`drop index concurrently if exists orders.payment_settles`.execute(db)
}
