import { type Kysely, sql } from 'kysely'

/**
 * A conversation is an account's, or a visitor's who is known by an address and holds tokens that open it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table chat.conversation
    alter column account_id drop not null,
    add column visitor_name text,
    add column visitor_email text,
    add constraint conversation_whose check ((account_id is null) <> (visitor_email is null))`.execute(db)
  await sql`create table chat.visitor_token (
    token_hash text primary key,
    conversation_id uuid not null references chat.conversation (id) on delete cascade,
    kind text not null check (kind in ('cookie', 'link')),
    expires_at timestamptz not null)`.execute(db)
  await sql`create index visitor_token_conversation on chat.visitor_token (conversation_id)`.execute(db)
}
