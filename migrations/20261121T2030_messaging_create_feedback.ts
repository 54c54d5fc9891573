import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema.createSchema('messaging').execute()
  await db.schema
    .createTable('messaging.feedback')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid')
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('attachment', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
}
