import { type Kysely, sql } from 'kysely'

/** For whoever is looked up in an address book by mobile alone. */
export async function up(db: Kysely<unknown>) {
  await sql`create index contact_mobile on contacts.contact (team_id, mobile)
    where mobile <> '' and deleted_at is null`.execute(db)
}
