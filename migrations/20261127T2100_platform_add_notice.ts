import type { Kysely } from 'kysely'

/** Text messages with a link, and whom an answer to a mail goes to. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('platform.mail')
    .addColumn('notice', 'jsonb')
    .addColumn('reply_to', 'text')
    .execute()
}
