import { type Kysely, sql } from 'kysely'

const money = sql`numeric(15, 0)`

/** Orders, the terms that they buy, and their invoices. */
export async function up(db: Kysely<unknown>) {
  await createOrders(db)
  await createTerms(db)
  await createInvoices(db)
}

async function createOrders(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.numbering')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('orders.order')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('key', 'uuid')
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('buyer_name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('package', 'text', (c) => c.notNull().references('orders.package.code'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 1 and 100`))
    .addColumn('contents', 'jsonb', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('unit_price', money, (c) => c.notNull().check(sql`unit_price >= 0`))
    .addColumn('lines', 'jsonb', (c) => c.notNull())
    .addColumn('total', money, (c) => c.notNull().check(sql`total > 0`))
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('pay_until', 'timestamptz', (c) => c.notNull())
    .addColumn('asked_at', 'timestamptz')
    .addColumn('paid_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('valid_from', 'timestamptz')
    .addColumn('valid_to', 'timestamptz')
    .addCheckConstraint('order_kind', sql`kind in ('single', 'plan', 'renewal', 'upgrade')`)
    .addCheckConstraint('order_state', sql`state in ('pending', 'paid', 'closed', 'expired')`)
    .addCheckConstraint('order_paid', sql`(state = 'paid') = (paid_at is not null)`)
    .addCheckConstraint('order_currency', sql`currency in ('CNY', 'USD')`)
    .execute()
  // A team has one pending order of a plan at most.
  await db.schema
    .createIndex('order_pending_monthly')
    .on('orders.order')
    .unique()
    .column('team_id')
    .where(sql<boolean>`state = 'pending' and kind <> 'single'`)
    .execute()
  await db.schema.createIndex('order_team').on('orders.order').columns(['team_id', 'id desc']).execute()
  await db.schema.createIndex('order_buyer').on('orders.order').columns(['account_id', 'id desc']).execute()
  await db.schema
    .createIndex('order_pending')
    .on('orders.order')
    .column('pay_until')
    .where(sql<boolean>`state = 'pending'`)
    .execute()
  await db.schema
    .createIndex('order_paid')
    .on('orders.order')
    .column('paid_at')
    .where(sql<boolean>`paid_at is not null`)
    .execute()
  // The key comes from the order page: pressed twice, it places one order.
  await db.schema
    .createIndex('order_key')
    .on('orders.order')
    .unique()
    .columns(['account_id', 'key'])
    .execute()
}

async function createTerms(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.term')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('order_id', 'uuid', (c) => c.references('orders.order.id'))
    .addColumn('package', 'text', (c) => c.notNull().references('orders.package.code'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('from_at', 'timestamptz', (c) => c.notNull())
    .addColumn('to_at', 'timestamptz', (c) => c.notNull())
    .addColumn('currency', 'text')
    .addColumn('value', money, (c) => c.notNull().check(sql`value >= 0`))
    .addColumn('replaced_at', 'timestamptz')
    .addColumn('credited', money)
    // Of a customised service; null where the contents of the order or of the package apply.
    .addColumn('contents', 'jsonb')
    .addCheckConstraint('term_runs', sql`to_at > from_at`)
    .execute()
  await db.schema.createIndex('term_team').on('orders.term').columns(['team_id', 'to_at desc']).execute()
  await db.schema
    .createTable('orders.plan_change')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('order_id', 'uuid', (c) => c.references('orders.order.id'))
    .addColumn('before', 'jsonb', (c) => c.notNull())
    .addColumn('added', sql`uuid[]`, (c) => c.notNull())
    .addColumn('replaced', sql`uuid[]`, (c) => c.notNull())
    .addColumn('grants', sql`uuid[]`, (c) => c.notNull())
    .addColumn('made_at', 'timestamptz', (c) => c.notNull())
    .addColumn('undone_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('plan_change_team')
    .on('orders.plan_change')
    .columns(['team_id', 'id desc'])
    .execute()
  await db.schema
    .createIndex('plan_change_order')
    .on('orders.plan_change')
    .unique()
    .column('order_id')
    .where(sql<boolean>`undone_at is null`)
    .execute()
  await db.schema
    .createTable('orders.plan_notice')
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('ends_at', 'timestamptz', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull().check(sql`step in ('week', 'day', 'ended')`))
    .addColumn('told_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('plan_notice_pkey', ['team_id', 'ends_at', 'step'])
    .execute()
}

async function createInvoices(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.invoice')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('order_id', 'uuid', (c) => c.notNull().references('orders.order.id'))
    .addColumn('asked_by', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('ordinary', 'special')`))
    .addColumn('title_kind', 'text', (c) => c.notNull().check(sql`title_kind in ('individual', 'company')`))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('tax_number', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('bank_account', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('requested', 'issued', 'refused', 'reversed')`),
    )
    .addColumn('number', 'text')
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('asked_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('invoice_check', sql`(number is null) = (state in ('requested', 'refused'))`)
    .addCheckConstraint('invoice_special', sql`kind = 'ordinary' or title_kind = 'company'`)
    .execute()
  // An order has one open invoice at most.
  await db.schema
    .createIndex('invoice_open')
    .on('orders.invoice')
    .unique()
    .column('order_id')
    .where(sql<boolean>`state in ('requested', 'issued')`)
    .execute()
  await db.schema.createIndex('invoice_number').on('orders.invoice').unique().column('number').execute()
  await db.schema.createIndex('invoice_order').on('orders.invoice').columns(['order_id', 'id desc']).execute()
  await db.schema.createIndex('invoice_state').on('orders.invoice').columns(['state', 'id']).execute()
  await db.schema
    .createTable('orders.invoice_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('invoice_id', 'uuid', (c) => c.notNull().references('orders.invoice.id'))
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('action', 'text', (c) =>
      c.notNull().check(sql`action in ('request', 'issue', 'refuse', 'reverse')`),
    )
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('invoice_action_of')
    .on('orders.invoice_action')
    .columns(['invoice_id', 'id'])
    .execute()
}
