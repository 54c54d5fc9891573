import type { Kysely } from 'kysely'

/** Uploads under way, and the facts of PDFs that were imported as documents. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('imports').execute()
  await db.schema
    .createTable('imports.upload')
    // Also the id of the document it becomes: the files that it leaves in the store are found by it.
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id').onDelete('cascade'))
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id').onDelete('cascade'))
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('size', 'integer')
    .addColumn('key', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('storing_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('upload_of_account').on('imports.upload').column('account_id').execute()
  await db.schema.createIndex('upload_created_at').on('imports.upload').column('created_at').execute()
  await db.schema
    .createTable('imports.import')
    .addColumn('document_id', 'uuid', (c) =>
      c.primaryKey().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('removed', 'jsonb', (c) => c.notNull())
    .addColumn('repairs', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .addColumn('page_boxes', 'jsonb')
    .addColumn('signed', 'boolean', (c) => c.notNull())
    .addColumn('parties', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
