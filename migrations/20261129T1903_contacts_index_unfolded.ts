import { type Kysely, sql } from 'kysely'

export const transaction = false

/** The contacts that the job has not folded yet. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists contacts.contact_unfolded`.execute(db)
  await sql`create index concurrently contact_unfolded on contacts.contact (team_id)
    where not folded`.execute(db)
}
