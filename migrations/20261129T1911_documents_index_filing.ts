import { type Kysely, sql } from 'kysely'

export const transaction = false

/** The documents of a folder, and the archived ones of a team. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists documents.document_by_folder`.execute(db)
  await sql`create index concurrently document_by_folder
    on documents.document (folder_id, updated_at desc, id desc) where folder_id is not null`.execute(db)
  await sql`drop index concurrently if exists documents.document_archived`.execute(db)
  await sql`create index concurrently document_archived
    on documents.document (team_id, updated_at desc, id desc) where archived_at is not null`.execute(db)
}
