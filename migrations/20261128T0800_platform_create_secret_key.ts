import { type Kysely, sql } from 'kysely'

/** The present SECRET_KEY and former ones: how to recognise each, and the former ones under the present. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.secret_key')
    .addColumn('id', 'integer', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('mark', 'text', (c) => c.notNull())
    .addColumn('sealed', 'bytea')
    .addColumn('since', 'timestamptz', (c) => c.notNull())
    .addColumn('replaced_at', 'timestamptz')
    .execute()
  await sql`create unique index secret_key_present on platform.secret_key ((true)) where replaced_at is null`.execute(
    db,
  )
}
