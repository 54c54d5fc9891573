import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('orders.gateway_order')
    .addColumn('order_id', 'uuid', (c) => c.primaryKey().references('orders.order.id'))
    .addColumn('gateway_id', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
}
