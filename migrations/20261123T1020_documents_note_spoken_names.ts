import { type Kysely, sql } from 'kysely'

/** How the names of a published template sound, for those who search it by pinyin. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.published_template add column spoken jsonb`.execute(db)
}
