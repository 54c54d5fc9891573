import { type Kysely, sql } from 'kysely'

/** The pictures of a team's seals, and who used them on which document. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('seals').execute()
  await db.schema
    .createTable('seals.seal')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('company', 'contract', 'legal')`))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('look', 'jsonb', (c) => c.notNull())
    .addColumn('picture', 'bytea')
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('retired_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('seal_once')
    .on('seals.seal')
    .unique()
    .columns(['team_id', 'fingerprint'])
    .where(sql<boolean>`retired_at is null`)
    .execute()
  await db.schema.createIndex('seal_of_team').on('seals.seal').columns(['team_id', 'created_at']).execute()
  await db.schema
    .createTable('seals.use')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('seal_id', 'uuid', (c) => c.notNull().references('seals.seal.id').onDelete('cascade'))
    .addColumn('action', 'text', (c) => c.notNull().check(sql`action in ('sent', 'applied')`))
    .addColumn('document_id', 'uuid', (c) => c.notNull())
    .addColumn('document_name', 'text', (c) => c.notNull())
    .addColumn('document_number', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('use_of_seal').on('seals.use').columns(['seal_id', 'at']).execute()
  await db.schema.createIndex('use_of_document').on('seals.use').column('document_id').execute()
}
