import { type Kysely, sql } from 'kysely'

/** A conversation can be handed over to a colleague, which is recorded among its messages. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('chat.message').dropConstraint('message_kind_check').execute()
  await db.schema
    .alterTable('chat.message')
    .addCheckConstraint('message_kind_check', sql`kind in ('text', 'take', 'release', 'handOver', 'close')`)
    .execute()
}
