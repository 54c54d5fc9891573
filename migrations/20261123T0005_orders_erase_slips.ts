import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  // When its file was deleted with the account that had sent it.
  await db.schema.alterTable('orders.slip').addColumn('erased_at', 'timestamptz').execute()
}
