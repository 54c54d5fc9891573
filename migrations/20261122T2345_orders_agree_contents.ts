import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  // What a customised service holds, for one team; null where the package or the order says it.
  await db.schema.alterTable('orders.term').addColumn('contents', 'jsonb').execute()
}
