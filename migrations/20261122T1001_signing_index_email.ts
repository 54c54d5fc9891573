import { type Kysely, sql } from 'kysely'

/** What somebody was ever asked to sign is found by their address. */
export async function up(db: Kysely<unknown>) {
  await sql`create index signatory_exchanged on signing.signatory (lower(email), signing_id desc)`.execute(db)
}
