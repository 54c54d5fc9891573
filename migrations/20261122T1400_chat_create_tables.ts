import { type Kysely, sql } from 'kysely'

/** One conversation an account, its messages in order, and the desk's queue of those that wait. */
export async function up(db: Kysely<unknown>) {
  await sql`create schema chat`.execute(db)
  await sql`create table chat.conversation (
    id uuid primary key,
    account_id uuid not null unique,
    locale text not null,
    state text not null check (state in ('waiting', 'answered', 'closed')),
    waiting_since timestamptz,
    owner_id uuid,
    last_seq integer not null default 0,
    read_seq integer not null default 0,
    mailed_seq integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null)`.execute(db)
  await sql`create index conversation_queue on chat.conversation (state, waiting_since)`.execute(db)
  await sql`create index conversation_updated on chat.conversation (updated_at)`.execute(db)
  await sql`create table chat.message (
    conversation_id uuid not null references chat.conversation (id) on delete cascade,
    seq integer not null,
    key text not null,
    kind text not null check (kind in ('text', 'take', 'release', 'close')),
    staff_id uuid,
    words text not null,
    locale text not null,
    at timestamptz not null,
    primary key (conversation_id, seq),
    unique (conversation_id, key))`.execute(db)
}
