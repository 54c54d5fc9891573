import { type Kysely, sql } from 'kysely'

/** A message brings words, one file, or both. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table chat.message
    add column file_type text check (file_type in ('png', 'jpg', 'gif', 'pdf')),
    add column file_name text,
    add column file_size integer`.execute(db)
}
