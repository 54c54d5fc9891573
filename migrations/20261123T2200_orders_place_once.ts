import { type Kysely, sql } from 'kysely'

/** The page that placed an order: pressed twice, it places one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders.order add column key uuid`.execute(db)
  await sql`create unique index order_key on orders.order (account_id, key)`.execute(db)
}
