import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('orders.refund')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('payment_id', 'uuid', (c) => c.notNull().references('orders.payment.id'))
    .addColumn('key', 'uuid', (c) => c.notNull().unique())
    .addColumn('amount', sql`numeric(15, 0)`, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
    .addColumn('reference', 'text')
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('done_at', 'timestamptz')
    .addCheckConstraint('refund_done', sql`(done_at is null) = (reference is null)`)
    .execute()
  await sql`create index refund_payment on orders.refund (payment_id)`.execute(db)
  await sql`create index refund_open on orders.refund (id) where done_at is null`.execute(db)
}
