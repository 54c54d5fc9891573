import { type Kysely, sql } from 'kysely'

/** A language model reads both texts of a document again; its opinions are kept by pair of texts. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.second_reading')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('document_id', 'uuid', (column) =>
      column.notNull().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'uuid', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('opinions', 'jsonb', (column) => column.notNull().defaultTo(sql`'{}'`))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ended_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('second_reading_document')
    .on('documents.second_reading')
    .columns(['document_id', 'created_at'])
    .execute()
}
