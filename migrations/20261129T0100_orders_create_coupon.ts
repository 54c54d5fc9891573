import { type Kysely, sql } from 'kysely'

/** Codes that make an order cheaper. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.coupon')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('percent', 'integer', (c) => c.check(sql`percent between 1 and 99`))
    .addColumn('amount', sql`numeric(15, 0)`, (c) => c.check(sql`amount > 0`))
    .addColumn('currency', 'text', (c) => c.check(sql`currency in ('CNY', 'USD')`))
    .addColumn('packages', sql`text[]`, (c) => c.notNull())
    .addColumn('first_only', 'boolean', (c) => c.notNull())
    .addColumn('once_per_team', 'boolean', (c) => c.notNull())
    .addColumn('most_uses', 'integer', (c) => c.check(sql`most_uses > 0`))
    .addColumn('from_at', 'timestamptz', (c) => c.notNull())
    .addColumn('until_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .addColumn('created_by', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('coupon_value', sql`(percent is null) = (amount is not null)`)
    .addCheckConstraint('coupon_currency', sql`(amount is null) = (currency is null)`)
    .addCheckConstraint('coupon_time', sql`from_at < until_at`)
    .execute()
  await db.schema
    .alterTable('orders.order')
    .addColumn('coupon_id', 'uuid', (c) => c.references('orders.coupon.id'))
    .execute()
}
