import { type Kysely, sql } from 'kysely'

/** How a team's mails, pages and documents look. A logo stays as long as a finalised document has it. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('brand').execute()
  await db.schema
    .createTable('brand.logo')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('png', 'bytea', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull().check(sql`width > 0`))
    .addColumn('height', 'integer', (c) => c.notNull().check(sql`height > 0`))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addUniqueConstraint('logo_once', ['team_id', 'sha256'])
    .execute()
  await db.schema.createIndex('logo_by_digest').on('brand.logo').column('sha256').execute()
  await db.schema
    .createTable('brand.brand')
    .addColumn('team_id', 'uuid', (c) => c.primaryKey())
    .addColumn('logo_id', 'uuid', (c) => c.references('brand.logo.id'))
    .addColumn('colour', 'text', (c) => c.check(sql`colour ~ '^#[0-9a-f]{6}$'`))
    .addColumn('in_documents', 'boolean', (c) => c.notNull())
    .addColumn('updated_by', 'uuid', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('brand_of_something', sql`logo_id is not null or colour is not null`)
    .execute()
  await db.schema.createIndex('brand_of_logo').on('brand.brand').column('logo_id').execute()
  await db.schema
    .createTable('brand.document_logo')
    .addColumn('document_id', 'uuid', (c) => c.primaryKey())
    .addColumn('logo_id', 'uuid', (c) => c.notNull().references('brand.logo.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('document_of_logo').on('brand.document_logo').column('logo_id').execute()
}
