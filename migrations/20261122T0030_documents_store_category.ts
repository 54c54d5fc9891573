import { type Kysely, sql } from 'kysely'

/** Lists show the category; reading it out of the template unpacked some 44 KB a row. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document
    add column category text generated always as (template->>'category') stored`.execute(db)
}
