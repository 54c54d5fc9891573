import { type Kysely, sql } from 'kysely'

const money = sql`numeric(15, 0)`

/** Payments and refunds, the callbacks and orders of gateways, and bank transfers. */
export async function up(db: Kysely<unknown>) {
  await createPayments(db)
  await createGateways(db)
  await createTransfers(db)
}

async function createPayments(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.payment')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('order_id', 'uuid', (c) => c.references('orders.order.id'))
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('amount', money, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('refunded', money, (c) => c.notNull().defaultTo(0))
    .addColumn('received_at', 'timestamptz', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('settled_at', 'timestamptz')
    .addColumn('confirmed_by', 'text')
    .addColumn('reversed_at', 'timestamptz')
    .addCheckConstraint('payment_refunded', sql`refunded between 0 and amount`)
    .addCheckConstraint(
      'payment_problem',
      sql`problem in ('late', 'double', 'amount', 'currency', 'unknown', 'plan')`,
    )
    .execute()
  await db.schema
    .createIndex('payment_open')
    .on('orders.payment')
    .column('id')
    .where(sql<boolean>`problem is not null and settled_at is null`)
    .execute()
  // A payment reversed after a mistake may be confirmed again, for the right order.
  await db.schema
    .createIndex('payment_reference')
    .on('orders.payment')
    .unique()
    .columns(['method', 'reference'])
    .where(sql<boolean>`reversed_at is null`)
    .execute()
  // An order is settled by one payment.
  await db.schema
    .createIndex('payment_settles')
    .on('orders.payment')
    .unique()
    .column('order_id')
    .where(sql<boolean>`problem is null and reversed_at is null`)
    .execute()
  await db.schema.createIndex('payment_order').on('orders.payment').column('order_id').execute()
  await db.schema.createIndex('payment_day').on('orders.payment').column('received_at').execute()
  await db.schema
    .createTable('orders.refund')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('payment_id', 'uuid', (c) => c.notNull().references('orders.payment.id'))
    .addColumn('key', 'uuid', (c) => c.notNull().unique())
    .addColumn('amount', money, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
    .addColumn('reference', 'text')
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('done_at', 'timestamptz')
    // Why the gateway finally refused it, and whether staff refunded it by hand instead.
    .addColumn('refused', 'text')
    .addColumn('by_hand', 'boolean', (c) => c.notNull().defaultTo(false))
    .addCheckConstraint('refund_done', sql`(done_at is null) = (reference is null)`)
    .addCheckConstraint('refund_refused', sql`refused is null or done_at is null or by_hand`)
    .execute()
  await db.schema.createIndex('refund_payment').on('orders.refund').column('payment_id').execute()
  await db.schema
    .createIndex('refund_open')
    .on('orders.refund')
    .column('id')
    .where(sql<boolean>`done_at is null`)
    .execute()
  await db.schema
    .createIndex('refund_day')
    .on('orders.refund')
    .column('done_at')
    .where(sql<boolean>`done_at is not null`)
    .execute()
  await db.schema
    .createIndex('refund_waiting')
    .on('orders.refund')
    .column('payment_id')
    .where(sql<boolean>`done_at is null`)
    .execute()
}

async function createGateways(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.callback')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('order_number', 'text', (c) => c.notNull())
    .addColumn('headers', 'jsonb', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('received_at', 'timestamptz', (c) => c.notNull())
    .addColumn('worked_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('callback_day').on('orders.callback').column('received_at').execute()
  await db.schema.createIndex('callback_order').on('orders.callback').column('order_number').execute()
  await db.schema
    .createTable('orders.gateway_order')
    .addColumn('order_id', 'uuid', (c) => c.primaryKey().references('orders.order.id'))
    .addColumn('gateway_id', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('orders.sandbox_payment')
    .addColumn('order_number', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('amount', money, (c) => c.notNull())
    .addColumn('paid_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sandbox_payment_day').on('orders.sandbox_payment').column('paid_at').execute()
}

async function createTransfers(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.slip')
    .addColumn('order_id', 'uuid', (c) => c.primaryKey().references('orders.order.id'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('pdf', 'png', 'jpg')`))
    .addColumn('uploaded_at', 'timestamptz', (c) => c.notNull())
    // Set when the file was deleted with the account that sent it.
    .addColumn('erased_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('orders.statement')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('lines', 'jsonb', (c) => c.notNull())
    .addColumn('first_at', 'timestamptz')
    .addColumn('last_at', 'timestamptz')
    .addColumn('uploaded_at', 'timestamptz', (c) => c.notNull())
    .addColumn('confirmed_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('statement_days')
    .on('orders.statement')
    .columns(['last_at', 'first_at'])
    .execute()
}
