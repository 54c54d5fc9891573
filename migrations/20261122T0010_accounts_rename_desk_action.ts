import type { Kysely } from 'kysely'

/** What staff did to an account is an action, as everywhere else. */
export async function up(db: Kysely<unknown>) {
  await db.schema.withSchema('accounts').alterTable('desk_action').renameColumn('deed', 'action').execute()
}
