import type { Kysely } from 'kysely'

/** Mails to many people at once, which delay no other. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('platform.mail')
    .addColumn('bulk', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
}
