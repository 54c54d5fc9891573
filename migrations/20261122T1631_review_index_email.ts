import { type Kysely, sql } from 'kysely'

/** A contact's page asks for everything at their address. */
export async function up(db: Kysely<unknown>) {
  await sql`create index reviewer_at on review.reviewer (lower(email))`.execute(db)
}
