import type { Kysely } from 'kysely'

/** What a colleague wrote for the member of staff to whom they handed the entry. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('messaging.feedback').addColumn('owner_note', 'text').execute()
}
