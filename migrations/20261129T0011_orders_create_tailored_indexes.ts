import { type Kysely, sql } from 'kysely'

export const transaction = false

/** A team has one pending order of a plan at most, and one of each request for a tailor-made document. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders."order" validate constraint order_kind`.execute(db)
  await sql`alter table orders."order" validate constraint order_tailored`.execute(db)
  await sql`alter table orders.payment validate constraint payment_problem`.execute(db)
  await sql`drop index concurrently if exists orders.order_pending_plan`.execute(db)
  await sql`create unique index concurrently order_pending_plan on orders."order" (team_id)
    where state = 'pending' and kind in ('plan', 'renewal', 'upgrade')`.execute(db)
  await sql`drop index concurrently if exists orders.order_pending_request`.execute(db)
  await sql`create unique index concurrently order_pending_request on orders."order" (request_id)
    where state = 'pending' and request_id is not null`.execute(db)
  await sql`drop index concurrently if exists orders.order_pending_monthly`.execute(db)
}
