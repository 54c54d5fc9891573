import { type Kysely, sql } from 'kysely'

/** Every package comes with storage, and now there is something to fill it with. */
export async function up(db: Kysely<unknown>) {
  await sql`update orders.package set upload = true`.execute(db)
}
