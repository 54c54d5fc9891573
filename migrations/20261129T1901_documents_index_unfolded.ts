import { type Kysely, sql } from 'kysely'

export const transaction = false

/** The documents that the job has not folded yet. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists documents.document_unfolded`.execute(db)
  await sql`create index concurrently document_unfolded on documents.document (team_id)
    where called = ''`.execute(db)
}
