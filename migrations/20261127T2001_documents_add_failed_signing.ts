import { type Kysely, sql } from 'kysely'

/** How the last signing of a finalised document failed, so that lists show and find it. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('documents.document').addColumn('failed_signing', 'text').execute()
  await db.schema
    .alterTable('documents.document')
    .addCheckConstraint('document_failed_signing', sql`failed_signing in ('declined', 'expired', 'stopped')`)
    .execute()
  await sql`update documents.document set failed_signing = last.state
    from (select distinct on (document_id) document_id, state from signing.signing
      order by document_id, id desc) as last
    where last.document_id = document.id and document.status = 'finalised'
      and last.state in ('declined', 'expired', 'stopped')`.execute(db)
  await db.schema
    .createIndex('document_failed_signing')
    .on('documents.document')
    .columns(['team_id', 'failed_signing', 'updated_at desc', 'id desc'])
    .where(sql<boolean>`failed_signing is not null and deleted_at is null`)
    .execute()
}
