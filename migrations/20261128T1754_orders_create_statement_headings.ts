import type { Kysely } from 'kysely'

/** The headings of statements whose columns our staff have named, by the hash of their words. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.statement_heading')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('heading', 'jsonb', (c) => c.notNull())
    .addColumn('columns', 'jsonb', (c) => c.notNull())
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('saved_at', 'timestamptz', (c) => c.notNull())
    .execute()
}
