import type { Kysely } from 'kysely'

/** What a colleague wrote for the member of staff to whom they handed the entry. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('accounts.support_request').addColumn('owner_note', 'text').execute()
}
