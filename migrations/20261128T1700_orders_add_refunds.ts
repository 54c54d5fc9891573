import { type Kysely, sql } from 'kysely'

const money = sql`numeric(15, 0)`

/** Refunds of settled orders: what they return and take back, and the invoices to be reversed for them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('orders.order')
    .addColumn('refunded', money, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('orders.order')
    .addCheckConstraint(
      'order_refunded',
      sql`refunded between 0 and total and (refunded = 0 or state = 'paid')`,
    )
    .execute()
  await db.schema
    .alterTable('orders.refund')
    // Of a credit note; null where the money settled no order.
    .addColumn('number', 'text')
    .addColumn('taken', 'jsonb')
    // The bank account of the customer, where no payment service returns the money.
    .addColumn('payee', 'jsonb')
    .execute()
  await db.schema
    .alterTable('orders.plan_change')
    .addColumn('refund_id', 'uuid', (c) => c.references('orders.refund.id'))
    .execute()
  // Null means the price of the order.
  await db.schema.alterTable('orders.invoice').addColumn('amount', money).execute()
  await db.schema.alterTable('orders.invoice_action').dropConstraint('invoice_action_action_check').execute()
  await db.schema
    .alterTable('orders.invoice_action')
    .addCheckConstraint(
      'invoice_action_action_check',
      sql`action in ('request', 'issue', 'refuse', 'reverse', 'reduce', 'red-letter')`,
    )
    .execute()
  await createReversals(db)
}

async function createReversals(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.invoice_reversal')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('invoice_id', 'uuid', (c) => c.notNull().references('orders.invoice.id'))
    .addColumn('refund_id', 'uuid', (c) => c.notNull().unique().references('orders.refund.id'))
    .addColumn('amount', money, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('number', 'text', (c) => c.unique())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('done_at', 'timestamptz')
    .addCheckConstraint('invoice_reversal_done', sql`(done_at is null) = (number is null)`)
    .execute()
  await db.schema
    .createIndex('invoice_reversal_invoice')
    .on('orders.invoice_reversal')
    .column('invoice_id')
    .execute()
  await db.schema
    .createIndex('invoice_reversal_open')
    .on('orders.invoice_reversal')
    .column('invoice_id')
    .where(sql<boolean>`done_at is null`)
    .execute()
}
