import type { Kysely } from 'kysely'

/** Until when a document bought singly can be edited and finalised. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('documents.document').addColumn('valid_until', 'timestamptz').execute()
}
