import { type Kysely, sql } from 'kysely'

/** Shared blocks are versioned and published like templates. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('templates.published_block')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('yaml', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('published_by', 'uuid', (column) => column.notNull())
    .addColumn('published_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('published_block_pkey', ['name', 'version'])
    .execute()
  await sql`create trigger written_once before update on templates.published_block
    for each row execute function templates.refuse_edit()`.execute(db)
  await db.schema
    .createTable('templates.block_draft')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('base_version', 'integer', (column) => column.notNull())
    .addColumn('yaml', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('changed_by', 'uuid', (column) => column.notNull())
    .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('templates.block_finding')
    .addColumn('draft_id', 'uuid', (column) =>
      column.notNull().references('templates.block_draft.id').onDelete('cascade'),
    )
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('yaml', 'text', (column) => column.notNull())
    .addColumn('problems', 'jsonb', (column) => column.notNull())
    .addColumn('template', 'jsonb')
    .addColumn('notes', 'jsonb')
    .addColumn('spoken', 'jsonb')
    .addPrimaryKeyConstraint('block_finding_pkey', ['draft_id', 'code'])
    .execute()
}
