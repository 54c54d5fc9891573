import { type Kysely, sql } from 'kysely'

/** With whose keys we have ever signed, and whose clocks we have asked: what they made is ours for good. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('signing.identity')
    .addColumn('fingerprint', 'bytea', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('certificate', 'bytea', (c) => c.notNull())
    .addColumn('certificate_sha256', 'bytea', (c) => c.notNull())
    .addColumn('used_from', 'timestamptz', (c) => c.notNull())
    .addColumn('used_until', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('identity_pk', ['kind', 'certificate_sha256'])
    .addCheckConstraint('identity_kind', sql`kind in ('authority', 'operator', 'clock')`)
    .execute()
}
