import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the numbers of credit notes, and for the desk's list of refunded orders. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists orders.refund_number`.execute(db)
  await sql`create unique index concurrently refund_number on orders.refund (number)
    where number is not null`.execute(db)
  await sql`drop index concurrently if exists orders.order_refunded_list`.execute(db)
  await sql`create index concurrently order_refunded_list on orders."order" (id desc)
    where refunded > 0`.execute(db)
}
