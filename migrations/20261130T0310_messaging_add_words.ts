import { type Kysely, sql } from 'kysely'

/** The folded values of a notification for the search; empty in old ones, whose values are searched. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table messaging.message add column words text not null default ''`.execute(db)
}
