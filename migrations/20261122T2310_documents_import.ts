import { type Kysely, sql } from 'kysely'

/** A PDF that was imported is a document without template and answers; what is on its way in is an upload. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document
    add column kind text not null default 'drafted' constraint document_kind check (kind in ('drafted', 'imported')),
    alter column template_code drop not null,
    alter column template drop not null,
    alter column answers drop not null,
    add constraint document_drafted check (
      kind = 'imported' or (template_code is not null and template is not null and answers is not null)
    )`.execute(db)
  await sql`create index document_imported on documents.document (team_id, updated_at desc, id desc)
    where kind = 'imported' and deleted_at is null`.execute(db)
  await sql`alter table documents.file drop constraint file_kind,
    add constraint file_kind check (kind in ('final-pdf', 'final-word', 'signed-pdf', 'imported-pdf'))`.execute(
    db,
  )
  await sql`create table documents.import (
    document_id uuid primary key references documents.document (id) on delete cascade,
    file_name text not null,
    removed jsonb not null,
    signed boolean not null
  )`.execute(db)
  // Its id is that of the document it becomes, so that whatever it leaves in the store can be found again.
  await sql`create table documents.upload (
    id uuid primary key,
    team_id uuid not null references accounts.team (id) on delete cascade,
    account_id uuid not null references accounts.account (id) on delete cascade,
    file_name text not null,
    size integer,
    key text,
    created_at timestamptz not null,
    storing_at timestamptz
  )`.execute(db)
  await sql`create index upload_of_account on documents.upload (account_id)`.execute(db)
  await sql`create index upload_created_at on documents.upload (created_at)`.execute(db)
}
