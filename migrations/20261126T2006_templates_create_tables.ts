import { type Kysely, sql } from 'kysely'

/** The library's entries, and the templates that staff check and publish. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('templates').execute()
  await db.schema
    .createTable('templates.library_entry')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('first_seen_at', 'timestamptz', (c) => c.notNull())
    .addColumn('told_at', 'timestamptz')
    .addColumn('version', 'integer')
    .addColumn('version_at', 'timestamptz')
    .addColumn('retired_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('templates.published_template')
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('yaml', 'text', (c) => c.notNull())
    .addColumn('template', 'jsonb', (c) => c.notNull())
    .addColumn('notes', 'jsonb', (c) => c.notNull())
    .addColumn('spoken', 'jsonb')
    .addColumn('draft_id', 'uuid', (c) => c.notNull())
    .addColumn('published_by', 'uuid', (c) => c.notNull())
    .addColumn('published_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('published_template_pkey', ['code', 'version'])
    .execute()
  await db.schema
    .createTable('templates.template_draft')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('yaml', 'text', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('version', 'integer')
    .addColumn('template', 'jsonb')
    .addColumn('notes', 'jsonb')
    .addColumn('problems', 'jsonb', (c) => c.notNull())
    .addColumn('checked_by', 'uuid', (c) => c.notNull())
    .addColumn('checked_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('template_draft_checked')
    .on('templates.template_draft')
    .column('checked_at')
    .execute()
  await db.schema
    .createTable('templates.template_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('staff_id', 'uuid', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('version', 'integer')
    .addColumn('details', 'jsonb', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('template_action_code')
    .on('templates.template_action')
    .columns(['code', 'id'])
    .execute()
  // A checked draft is published unchanged, and documents are made from what was published.
  await sql`create function templates.refuse_edit() returns trigger language plpgsql as
    $$ begin raise exception 'it is written once'; end $$`.execute(db)
  for (const table of ['published_template', 'template_draft', 'template_action'])
    await sql`create trigger written_once before update on ${sql.table(`templates.${table}`)}
      for each row execute function templates.refuse_edit()`.execute(db)
}
