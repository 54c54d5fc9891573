import type { Kysely } from 'kysely'

/**
 * One transfer may pay several orders: each part is a payment with a reference of its own, and the bank's
 * reference of the whole. A statement may be the bill of a payment service, and wait for the meaning of its
 * columns, with its table as it was read.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders.payment').addColumn('transfer', 'text').execute()
  await db.schema
    .alterTable('orders.statement')
    .addColumn('method', 'text', (c) => c.notNull().defaultTo('bank'))
    .addColumn('unread', 'jsonb')
    .execute()
}
