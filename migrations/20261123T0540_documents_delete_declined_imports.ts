import { type Kysely, sql } from 'kysely'

/** An imported PDF whose signing came to nothing is as it came, and may go as it came. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document
    drop constraint document_deleted,
    add constraint document_deleted check (
      deleted_at is null or status = 'draft' or (kind = 'imported' and status = 'finalised')
    )`.execute(db)
}
