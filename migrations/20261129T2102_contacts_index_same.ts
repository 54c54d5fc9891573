import { type Kysely, sql } from 'kysely'

export const transaction = false

/** To find contacts with the same name and organisation: the first two lines of their folded words. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists contacts.contact_same`.execute(db)
  await sql`create index concurrently contact_same on contacts.contact
    (team_id, (split_part(words, e'\\n', 1) || e'\\n' || split_part(words, e'\\n', 2)))
    where deleted_at is null and organisation <> ''`.execute(db)
}
