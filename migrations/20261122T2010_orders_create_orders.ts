import { type Kysely, sql } from 'kysely'

const money = sql`numeric(15, 0)`

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await createOrders(db)
  await createTerms(db)
  await createPayments(db)
  await db.schema.alterTable('accounts.team').addColumn('singles_end_at', 'timestamptz').execute()
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createOrders(db: Kysely<any>) {
  await db.schema
    .createTable('orders.numbering')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('orders.order')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('number', 'text', (c) => c.notNull().unique())
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
  // Of a team that orders a monthly package twice at once, one comes second.
  await sql`create unique index order_pending_monthly on orders.order (team_id)
    where state = 'pending' and kind <> 'single'`.execute(db)
  await sql`create index order_team on orders.order (team_id, id desc)`.execute(db)
  await sql`create index order_buyer on orders.order (account_id, id desc)`.execute(db)
  await sql`create index order_pending on orders.order (pay_until) where state = 'pending'`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createTerms(db: Kysely<any>) {
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
    .addCheckConstraint('term_runs', sql`to_at > from_at`)
    .execute()
  await sql`create index term_team on orders.term (team_id, to_at desc)`.execute(db)
  // The plans that run already were agreed with our staff: nothing is known of what was paid for them.
  await sql`insert into orders.term (id, team_id, package, period, from_at, to_at, value)
    select gen_random_uuid(), id, package,
      case when package_ends_at - package_started_at > interval '60 days' then 'yearly' else 'monthly' end,
      package_started_at, package_ends_at, 0
    from accounts.team where package in ('basic', 'professional', 'enterprise', 'customised')
      and package_ends_at > greatest(now(), package_started_at)`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createPayments(db: Kysely<any>) {
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
    .addUniqueConstraint('payment_reference', ['method', 'reference'])
    .addCheckConstraint('payment_refunded', sql`refunded between 0 and amount`)
    .addCheckConstraint(
      'payment_problem',
      sql`problem in ('late', 'double', 'amount', 'currency', 'unknown', 'plan')`,
    )
    .execute()
  // What pays an order pays it alone.
  await sql`create unique index payment_settles on orders.payment (order_id) where problem is null`.execute(
    db,
  )
  await sql`create index payment_open on orders.payment (id) where problem is not null and settled_at is null`.execute(
    db,
  )
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
  await sql`create index callback_day on orders.callback (received_at)`.execute(db)
  await db.schema
    .createTable('orders.sandbox_payment')
    .addColumn('order_number', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('amount', money, (c) => c.notNull())
    .addColumn('paid_at', 'timestamptz', (c) => c.notNull())
    .execute()
}
