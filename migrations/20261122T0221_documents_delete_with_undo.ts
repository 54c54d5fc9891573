import { type Kysely, sql } from 'kysely'

/** A deleted draft is kept for a while; its name and number are free meanwhile. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document
    add column deleted_at timestamptz,
    add constraint document_deleted check (deleted_at is null or status = 'draft')`.execute(db)
  await sql`drop index documents.document_name`.execute(db)
  await sql`drop index documents.document_number`.execute(db)
  await sql`create unique index document_name on documents.document (team_id, lower(name))
    where deleted_at is null`.execute(db)
  await sql`create unique index document_number on documents.document (team_id, number)
    where deleted_at is null`.execute(db)
  await sql`create index document_deleted_at on documents.document (deleted_at)
    where deleted_at is not null`.execute(db)
}
