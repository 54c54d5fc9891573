import { type Kysely, sql } from 'kysely'

/** Who an imported PDF is concluded between, and where its last page has room for their signatures. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.import
    add column parties jsonb not null default '[]',
    add column last_page jsonb`.execute(db)
}
