import { type Kysely, sql } from 'kysely'

/** Mandates to renew plans automatically, the renewals under them, and the orders that these placed. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.mandate')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('package', 'text', (c) => c.notNull().references('orders.package.code'))
    .addColumn('period', 'text', (c) => c.notNull().check(sql`period in ('monthly', 'yearly')`))
    .addColumn('currency', 'text', (c) => c.notNull().check(sql`currency in ('CNY', 'USD')`))
    .addColumn('price_limit', sql`numeric(15, 0)`, (c) => c.notNull().check(sql`price_limit > 0`))
    .addColumn('invoice', 'boolean', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('pending', 'active', 'ended')`))
    .addColumn('reference', 'text')
    .addColumn('first_charge_at', 'timestamptz', (c) => c.notNull())
    .addColumn('begun_at', 'timestamptz', (c) => c.notNull())
    .addColumn('agreed_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('ended_why', 'text')
    .addColumn('released_at', 'timestamptz')
    .addColumn('asked_at', 'timestamptz')
    .addCheckConstraint('mandate_ended', sql`(state = 'ended') = (ended_at is not null)`)
    .addCheckConstraint('mandate_ended_why', sql`(ended_at is null) = (ended_why is null)`)
    .addCheckConstraint('mandate_agreed', sql`state <> 'active' or agreed_at is not null`)
    .execute()
  for (const state of ['pending', 'active'])
    await db.schema
      .createIndex(`mandate_${state}`)
      .on('orders.mandate')
      .column('team_id')
      .unique()
      .where(sql.ref('state'), '=', sql.lit(state))
      .execute()
  await db.schema.createIndex('mandate_team').on('orders.mandate').column('team_id').execute()
  await db.schema.createIndex('mandate_account').on('orders.mandate').column('account_id').execute()
  await db.schema
    .createTable('orders.renewal')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('mandate_id', 'uuid', (c) => c.notNull().references('orders.mandate.id'))
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('plan_ends_at', 'timestamptz', (c) => c.notNull())
    .addColumn('price', sql`numeric(15, 0)`, (c) => c.notNull())
    .addColumn('noticed_at', 'timestamptz', (c) => c.notNull())
    .addColumn('charge_at', 'timestamptz', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('open', 'paid', 'failed', 'cancelled', 'needless')`),
    )
    .addColumn('order_id', 'uuid', (c) => c.references('orders.order.id'))
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failure', 'text')
    .addUniqueConstraint('renewal_once', ['mandate_id', 'plan_ends_at'])
    // A charge is never due before five whole days have passed since the notice.
    .addCheckConstraint('renewal_notice', sql`charge_at >= noticed_at + interval '120 hours'`)
    .execute()
  await db.schema.createIndex('renewal_team').on('orders.renewal').column('team_id').execute()
  await db.schema
    .createIndex('renewal_open')
    .on('orders.renewal')
    .column('charge_at')
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute()
  await db.schema
    .createTable('orders.sandbox_agreement')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('active', 'empty', 'ended')`))
    .execute()
  await db.schema
    .alterTable('orders.order')
    .addColumn('mandate_id', 'uuid', (c) => c.references('orders.mandate.id'))
    .execute()
}
