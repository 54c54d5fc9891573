import { type Kysely, sql } from 'kysely'

/** When the certificate of completion was stored. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('signing.signing').addColumn('certified_at', 'timestamptz').execute()
  await db.schema
    .createIndex('signing_uncertified')
    .on('signing.signing')
    .column('id')
    .where(sql<boolean>`state = 'completed' and certified_at is null`)
    .execute()
}
