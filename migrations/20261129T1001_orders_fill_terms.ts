import { type Kysely, sql } from 'kysely'

/** Terms begin when they are paid; an upgrade replaces each term by one with the same end. */
export async function up(db: Kysely<unknown>) {
  await sql`update orders.term set created_at = coalesce(
    (select paid_at from orders."order" where id = order_id), from_at)`.execute(db)
  await sql`update orders.term as term set replaces_id = old.id
    from orders.plan_change as change, orders."order" as one, orders.term as old
    where one.id = term.order_id and one.kind = 'upgrade' and change.order_id = one.id
      and term.id = any(change.added) and old.id = any(change.replaced) and old.to_at = term.to_at`.execute(
    db,
  )
}
