import { type Kysely, sql } from 'kysely'

/** What people checked in PDFs that others wrote. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('checklists').execute()
  await db.schema
    .createTable('checklists.checklist')
    .addColumn('document_id', 'uuid', (c) =>
      c.primaryKey().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('template_code', 'text', (c) => c.notNull())
    .addColumn('title', 'jsonb', (c) => c.notNull())
    .addColumn('points', 'jsonb', (c) => c.notNull())
    .addColumn('answers', 'jsonb', (c) => c.notNull().defaultTo(sql`'{}'`))
    .addColumn('created_by', 'uuid')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('checklist_of_team')
    .on('checklists.checklist')
    .columns(['team_id', 'document_id'])
    .execute()
}
