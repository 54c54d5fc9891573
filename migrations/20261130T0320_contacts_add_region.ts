import { type Kysely, sql } from 'kysely'

/** Where the numbers of an imported file are from that have no country code. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table contacts.import add column region text not null default 'CN'`.execute(db)
}
