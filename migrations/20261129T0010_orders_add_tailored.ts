import { type Kysely, sql } from 'kysely'

/**
 * An accepted offer for a tailor-made document is an order: of no package, with the request and the number of
 * the offer that it pays.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders.order').dropConstraint('order_package_fkey').execute()
  await db.schema.alterTable('orders.order').dropConstraint('order_kind').execute()
  await db.schema
    .alterTable('orders.order')
    .addColumn('request_id', 'uuid')
    .addColumn('offer', 'integer')
    .execute()
  await addChecks(db)
  await sql`alter table orders.payment drop constraint payment_problem,
    add constraint payment_problem check (problem in
      ('late', 'double', 'amount', 'currency', 'unknown', 'plan', 'offer')) not valid`.execute(db)
  // An offer whose price was a text cannot be ordered: our staff make it again, with an amount.
  await sql`update consultations.consultation set state = 'examined', due_at = now()
    where state = 'offered'`.execute(db)
  await db.schema
    .alterTable('consultations.consultation')
    .addColumn('amount_cny', sql`numeric(15, 0)`)
    .addColumn('amount_usd', sql`numeric(15, 0)`)
    .addColumn('order_id', 'uuid')
    .addColumn('order_until', 'timestamptz')
    .execute()
  await sql`alter table consultations.consultation
    add constraint consultation_amounts check ((amount_cny > 0 or amount_cny is null)
      and (amount_usd > 0 or amount_usd is null))`.execute(db)
}

async function addChecks(db: Kysely<unknown>) {
  await sql`alter table orders."order"
    add constraint order_kind check (kind in ('single', 'plan', 'renewal', 'upgrade', 'tailored')) not valid,
    add constraint order_tailored check ((kind = 'tailored') = (package = 'tailored')
      and (kind = 'tailored') = (request_id is not null)
      and (kind = 'tailored') = (offer is not null)) not valid`.execute(db)
}
