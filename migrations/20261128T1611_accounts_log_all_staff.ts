import type { Kysely } from 'kysely'

/** The staff log also holds what concerns no account, and who approved an action. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('accounts.desk_action')
    .alterColumn('account_id', (c) => c.dropNotNull())
    .addColumn('subject', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('path', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('approved_by', 'uuid')
    .execute()
  await db.schema
    .alterTable('accounts.desk_change')
    .alterColumn('account_id', (c) => c.dropNotNull())
    .execute()
}
