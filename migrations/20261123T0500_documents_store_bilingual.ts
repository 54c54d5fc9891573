import { type Kysely, sql } from 'kysely'

/**
 * Lists offer a bilingual document in one language; reading that out of the answers would unpack them in each
 * row.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table documents.document add column bilingual boolean not null
      generated always as (coalesce(answers -> 'languages' ->> 'bilingual' = 'true', false)) stored`.execute(
    db,
  )
}
