import { type Kysely, sql } from 'kysely'

/** Up to where one of us has seen a conversation. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table chat.conversation add column seen_seq integer not null default 0`.execute(db)
}
