import { type Kysely, sql } from 'kysely'

/**
 * What of a payment is more than the price that it paid, and the first of several payments that pay an order
 * together. Refunds of such an order are counted with the first, and may be more than that one alone.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders.payment
    add column excess numeric(15, 0) not null default 0,
    add column joined_id uuid,
    drop constraint payment_refunded,
    add constraint payment_refunded
      check (refunded >= 0 and (refunded <= amount or joined_id is not null)) not valid,
    add constraint payment_excess check (excess >= 0 and excess < amount) not valid`.execute(db)
}
