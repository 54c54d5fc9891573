import type { Kysely } from 'kysely'

/** The drafts of a batch are finalised and sent in one signing order. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('batches.batch')
    .addColumn('signing_order', 'jsonb')
    .addColumn('locale', 'text')
    .addColumn('confirmations', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .addColumn('resumes_at', 'timestamptz')
    .execute()
  await db.schema
    .alterTable('batches.row')
    .addColumn('version', 'integer')
    .addColumn('tried_at', 'timestamptz')
    .addColumn('details', 'jsonb')
    .execute()
}
