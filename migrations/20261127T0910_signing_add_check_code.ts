import { type Kysely, sql } from 'kysely'

/** The code that is printed on each page of the file that is sent; null for signings of before. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('signing.signing').addColumn('check_code', 'text').execute()
  await db.schema
    .createIndex('signing_check_code')
    .on('signing.signing')
    .unique()
    .column('check_code')
    .where(sql<boolean>`check_code is not null`)
    .execute()
}
