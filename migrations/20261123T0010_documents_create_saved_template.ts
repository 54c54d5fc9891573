import { type Kysely, sql } from 'kysely'

/**
 * What somebody saved of a document as a template of their own, how often that was done, and what was made
 * from it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table documents.saved_template (
    id uuid primary key,
    team_id uuid not null,
    creator_id uuid not null,
    name text not null,
    document_id uuid references documents.document (id) on delete set null,
    template_code text not null,
    template jsonb not null,
    category text not null generated always as (template ->> 'category') stored,
    type text not null generated always as (template ->> 'type') stored,
    answers jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz
  )`.execute(db)
  await sql`create unique index saved_template_name on documents.saved_template (creator_id, team_id, lower(name))
    where deleted_at is null`.execute(db)
  await sql`create index saved_template_list on documents.saved_template (team_id, created_at, id)
    where deleted_at is null`.execute(db)
  await sql`create index saved_template_own on documents.saved_template (team_id, creator_id, created_at, id)
    where deleted_at is null`.execute(db)
  await sql`create index saved_template_document on documents.saved_template (document_id)`.execute(db)
  await sql`create index saved_template_deleted on documents.saved_template (deleted_at)
    where deleted_at is not null`.execute(db)
  await sql`alter table documents.document
    add column template_saves smallint not null default 0,
    add column saved_template_id uuid references documents.saved_template (id) on delete set null`.execute(db)
  await sql`create index document_saved_template on documents.document (saved_template_id)
    where saved_template_id is not null`.execute(db)
}
