import { type Kysely, sql } from 'kysely'

/** Folders and tags of a team, archived documents, and the filters that a person saved. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.label')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('colour', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('label_kind', sql`kind in ('folder', 'tag')`)
    .execute()
  await db.schema
    .createIndex('label_name')
    .unique()
    .on('documents.label')
    .expression(sql`team_id, kind, lower(name)`)
    .execute()
  await db.schema
    .createTable('documents.tagged')
    .addColumn('document_id', 'uuid', (c) =>
      c.notNull().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('tag_id', 'uuid', (c) => c.notNull().references('documents.label.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('tagged_pkey', ['document_id', 'tag_id'])
    .execute()
  await db.schema.createIndex('tagged_by_tag').on('documents.tagged').columns(['tag_id']).execute()
  await db.schema
    .createTable('documents.saved_view')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('saved_view_name')
    .unique()
    .on('documents.saved_view')
    .expression(sql`account_id, team_id, lower(name)`)
    .execute()
  await sql`alter table documents.document add column folder_id uuid, add column archived_at timestamptz`.execute(
    db,
  )
}
