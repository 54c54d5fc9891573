import type { Kysely } from 'kysely'

/** Notes of staff on an order, which only staff see; `staff` is the name of who wrote it. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.order_note')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('order_id', 'uuid', (c) => c.notNull().references('orders.order.id'))
    .addColumn('staff', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('order_note_order')
    .on('orders.order_note')
    .columns(['order_id', 'id desc'])
    .execute()
}
