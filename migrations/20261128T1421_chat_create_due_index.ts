import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the queue of waiting conversations, and for counting those that are overdue. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists chat.conversation_due`.execute(db)
  await sql`create index concurrently conversation_due on chat.conversation (due_at) where due_at is not null`.execute(
    db,
  )
}
