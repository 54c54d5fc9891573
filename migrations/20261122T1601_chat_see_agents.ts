import { type Kysely, sql } from 'kysely'

/** When each of us was last at the desk with a page open. */
export async function up(db: Kysely<unknown>) {
  await sql`create table chat.presence (staff_id uuid primary key, seen_at timestamptz not null)`.execute(db)
}
