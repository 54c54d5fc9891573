import { type Kysely, sql } from 'kysely'

/**
 * A draft may adopt a newer version of its template: what it was made of until then is kept for its earlier
 * versions.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table documents.former_template (
    document_id uuid not null references documents.document (id) on delete cascade,
    until integer not null,
    until_save integer not null,
    until_at timestamptz not null,
    template jsonb not null,
    primary key (document_id, until)
  )`.execute(db)
  await sql`alter table documents.version drop constraint version_cause_check`.execute(db)
  await sql`alter table documents.version add constraint version_cause_check check (cause in (
    'create', 'edit', 'replace', 'proposal', 'translate', 'undo-translation', 'restore', 'adopt'
  ))`.execute(db)
}
