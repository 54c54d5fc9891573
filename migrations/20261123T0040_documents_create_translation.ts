import { type Kysely, sql } from 'kysely'

/** A run of translating a document, what it overwrote, and the pairs of texts that a team has settled. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document add column translating boolean not null default false`.execute(db)
  await sql`create table documents.translation (
    id uuid primary key,
    document_id uuid not null references documents.document (id) on delete cascade,
    account_id uuid not null,
    state text not null check (state in ('running', 'done', 'failed', 'cancelled', 'undone')),
    everything boolean not null,
    total integer not null,
    done integer not null default 0,
    texts jsonb not null default '{}',
    unfilled jsonb not null default '[]',
    before jsonb,
    version integer,
    created_at timestamptz not null,
    ended_at timestamptz
  )`.execute(db)
  await sql`create index translation_document on documents.translation (document_id, created_at desc)`.execute(
    db,
  )
  await sql`create unique index translation_running on documents.translation (document_id)
    where state = 'running'`.execute(db)
  await sql`create table documents.translation_pair (
    team_id uuid not null,
    zh text not null,
    en text not null,
    noted_at timestamptz not null
  )`.execute(db)
  await sql`create unique index translation_pair_texts on documents.translation_pair (team_id, md5(zh), md5(en))`.execute(
    db,
  )
  await sql`create index translation_pair_en on documents.translation_pair (team_id, md5(en))`.execute(db)
}
