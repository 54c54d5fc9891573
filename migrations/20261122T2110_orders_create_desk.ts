import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
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
  await sql`create index plan_change_team on orders.plan_change (team_id, id desc)`.execute(db)
  await sql`create unique index plan_change_order on orders.plan_change (order_id) where undone_at is null`.execute(
    db,
  )
  await sql`alter table orders.usage_entry add column taken_back boolean not null default false`.execute(db)
  await reversePayments(db)
  await createPapers(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function reversePayments(db: Kysely<any>) {
  await db.schema.alterTable('orders.payment').addColumn('reversed_at', 'timestamptz').execute()
  await sql`alter table orders.payment drop constraint payment_reference`.execute(db)
  // What was confirmed by mistake may be confirmed once more, where it belongs.
  await sql`create unique index payment_reference on orders.payment (method, reference) where reversed_at is null`.execute(
    db,
  )
  await sql`drop index orders.payment_settles`.execute(db)
  await sql`create unique index payment_settles on orders.payment (order_id)
    where problem is null and reversed_at is null`.execute(db)
  await sql`create index payment_order on orders.payment (order_id)`.execute(db)
  await sql`create index payment_day on orders.payment (received_at)`.execute(db)
  await sql`create index callback_order on orders.callback (order_number)`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createPapers(db: Kysely<any>) {
  await db.schema
    .createTable('orders.slip')
    .addColumn('order_id', 'uuid', (c) => c.primaryKey().references('orders.order.id'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('pdf', 'png', 'jpg')`))
    .addColumn('uploaded_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('orders.statement')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('lines', 'jsonb', (c) => c.notNull())
    .addColumn('uploaded_at', 'timestamptz', (c) => c.notNull())
    .addColumn('confirmed_at', 'timestamptz')
    .execute()
}
