import type { Kysely } from 'kysely'

/** The member of staff who handles a request. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('accounts.support_request').addColumn('owner_id', 'uuid').execute()
}
