import { type Kysely, sql } from 'kysely'

/**
 * The last row of a document's audit log, noted on the document under a seal, so that rows missing at the end
 * are noticed. The seal needs a key that the database does not know: logs of before are sealed at the next
 * start.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document add column log_end jsonb`.execute(db)
  await sql`update documents.document set log_end =
    jsonb_build_object('number', last.number, 'hash', last.hash, 'seal', 'before')
    from (
      select distinct on (document_id) document_id, number, hash from documents.action order by document_id, number desc
    ) as last
    where last.document_id = document.id`.execute(db)
  await sql`create index document_unsealed on documents.document (id) where log_end->>'seal' = 'before'`.execute(
    db,
  )
}
