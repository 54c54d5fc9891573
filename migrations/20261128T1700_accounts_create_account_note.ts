import type { Kysely } from 'kysely'

/** Notes of staff on an account, which only staff see. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.account_note')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('account_note_account')
    .on('accounts.account_note')
    .columns(['account_id', 'id desc'])
    .execute()
}
