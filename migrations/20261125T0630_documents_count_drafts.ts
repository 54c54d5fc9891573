import { type Kysely, sql } from 'kysely'

/** The list of drafts is counted from its index alone: which of them are imported PDFs stands in it too. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index documents.document_by_stage`.execute(db)
  await sql`create index document_by_stage on documents.document (team_id, stage desc, updated_at desc, id desc)
    include (kind) where deleted_at is null`.execute(db)
}
