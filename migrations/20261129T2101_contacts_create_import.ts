import { type Kysely, sql } from 'kysely'

/** Files of contacts that are being imported, and the emails of contacts that were merged into another. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('contacts.import')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('sheet', 'jsonb')
    .addColumn('choice', 'jsonb')
    .addColumn('result', 'jsonb')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('import_type', sql`type in ('internal', 'external')`)
    .execute()
  await db.schema
    .createIndex('import_account')
    .on('contacts.import')
    .columns(['account_id', 'created_at'])
    .execute()
  await db.schema.createIndex('import_created').on('contacts.import').column('created_at').execute()
  await sql`alter table contacts.contact add column other_emails text[] not null default '{}'`.execute(db)
}
