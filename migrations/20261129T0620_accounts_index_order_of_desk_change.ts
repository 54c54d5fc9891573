import { type Kysely, sql } from 'kysely'

export const transaction = false

/** Finds what staff did about an order by its number. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists accounts.desk_change_order`.execute(db)
  await sql`create index concurrently desk_change_order on accounts.desk_change (after)
    where what = 'order'`.execute(db)
}
