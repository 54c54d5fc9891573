import type { Kysely } from 'kysely'

/** The days on which our mailbox was notified of what is overdue: once each. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.overdue_notice')
    .addColumn('day', 'date', (c) => c.primaryKey())
    .execute()
}
