import { type Kysely, sql } from 'kysely'

/** The folded name of a saved template for the search; empty before: then the name itself is searched. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.saved_template add column called text not null default ''`.execute(db)
}
