import { type Kysely, sql } from 'kysely'

export const transaction = false

/** The orders of a coupon. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists orders.order_coupon`.execute(db)
  await sql`create index concurrently order_coupon on orders."order" (coupon_id, id desc)
    where coupon_id is not null`.execute(db)
}
