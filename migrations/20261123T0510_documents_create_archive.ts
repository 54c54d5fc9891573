import { type Kysely, sql } from 'kysely'

/** Files of several documents in one, made while somebody waits and kept for a day. */
export async function up(db: Kysely<unknown>) {
  await sql`create table documents.archive (
    id uuid primary key,
    team_id uuid not null,
    account_id uuid not null,
    document_ids uuid[] not null,
    key text not null,
    locale text not null,
    state text not null check (state in ('making', 'ready')),
    done integer not null default 0,
    size integer,
    left_out jsonb not null default '[]',
    created_at timestamptz not null,
    ended_at timestamptz
  )`.execute(db)
  await sql`create index archive_account on documents.archive (account_id, created_at desc)`.execute(db)
  await sql`create unique index archive_making on documents.archive (account_id, key)
    where state = 'making'`.execute(db)
}
