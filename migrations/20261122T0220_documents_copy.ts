import { type Kysely, sql } from 'kysely'

/** A draft may be made from another document, and be told why that one was declined. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document
    add column copied_from uuid references documents.document (id) on delete set null,
    add column copied_as text constraint document_copied_as check (copied_as in ('copy', 'revision')),
    add column note jsonb`.execute(db)
  await sql`create index document_copied_from on documents.document (copied_from)
    where copied_from is not null`.execute(db)
}
