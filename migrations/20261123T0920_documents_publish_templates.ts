import { type Kysely, sql } from 'kysely'

/**
 * Templates that are published at the desk, from the check of a source to the version in force, and their
 * retirement.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table documents.published_template (
    code text not null,
    version integer not null,
    yaml text not null,
    template jsonb not null,
    notes jsonb not null,
    draft_id uuid not null,
    published_by uuid not null,
    published_at timestamptz not null,
    primary key (code, version))`.execute(db)
  await sql`create table documents.template_draft (
    id uuid primary key,
    yaml text not null,
    code text,
    version integer,
    template jsonb,
    notes jsonb,
    problems jsonb not null,
    checked_by uuid not null,
    checked_at timestamptz not null)`.execute(db)
  await sql`create index template_draft_checked on documents.template_draft (checked_at)`.execute(db)
  await sql`create table documents.template_action (
    id uuid primary key,
    code text not null,
    staff_id uuid not null,
    action text not null,
    version integer,
    details jsonb not null,
    at timestamptz not null)`.execute(db)
  await sql`create index template_action_code on documents.template_action (code, id)`.execute(db)
  // What was checked is what is published, and what was published is what documents were made from.
  await sql`create function documents.refuse_edit() returns trigger language plpgsql as
    $$ begin raise exception 'it is written once'; end $$`.execute(db)
  for (const table of ['published_template', 'template_draft', 'template_action'])
    await sql`create trigger written_once before update on ${sql.table(`documents.${table}`)}
      for each row execute function documents.refuse_edit()`.execute(db)
  await sql`alter table documents.library_entry add column version integer,
    add column version_at timestamptz,
    add column retired_at timestamptz`.execute(db)
  await sql`create index document_template_code on documents.document (template_code)
    where deleted_at is null and kind = 'drafted'`.execute(db)
}
