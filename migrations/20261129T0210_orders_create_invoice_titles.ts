import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** The title that a team keeps for its invoices, and the invoice that an unpaid order will ask for. */
export async function up(db: Kysely<unknown>) {
  await withDetails(
    db.schema
      .createTable('orders.invoice_title')
      .addColumn('team_id', 'uuid', (c) => c.primaryKey().references('accounts.team.id')),
  )
    .addColumn('set_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('invoice_title_special', sql`kind = 'ordinary' or title_kind = 'company'`)
    .execute()
  await withDetails(
    db.schema
      .createTable('orders.invoice_choice')
      .addColumn('order_id', 'uuid', (c) => c.primaryKey().references('orders.order.id'))
      .addColumn('asked_by', 'uuid', (c) => c.notNull().references('accounts.account.id')),
  )
    .addColumn('asked_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('invoice_choice_special', sql`kind = 'ordinary' or title_kind = 'company'`)
    .execute()
  await db.schema.createIndex('invoice_choice_asker').on('orders.invoice_choice').column('asked_by').execute()
  await allowAbroad(db)
}

const withDetails = (table: CreateTableBuilder<string, string>) =>
  table
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('ordinary', 'special')`))
    .addColumn('title_kind', 'text', (c) =>
      c.notNull().check(sql`title_kind in ('individual', 'company', 'abroad')`),
    )
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('tax_number', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('bank_account', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())

/** A company outside mainland China has no unified social credit code. */
async function allowAbroad(db: Kysely<unknown>) {
  await db.schema.alterTable('orders.invoice').dropConstraint('invoice_title_kind_check').execute()
  await db.schema
    .alterTable('orders.invoice')
    .addCheckConstraint('invoice_title_kind_check', sql`title_kind in ('individual', 'company', 'abroad')`)
    .execute()
  await db.schema.alterTable('orders.invoice_action').dropConstraint('invoice_action_action_check').execute()
  await db.schema
    .alterTable('orders.invoice_action')
    .addCheckConstraint(
      'invoice_action_action_check',
      sql`action in ('request', 'change', 'send', 'fail', 'issue', 'refuse', 'reverse', 'reduce', 'red-letter')`,
    )
    .execute()
}
