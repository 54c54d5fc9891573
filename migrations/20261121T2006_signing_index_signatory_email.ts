import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await sql`create index signatory_email on signing.signatory (lower(email)) where state = 'invited'`.execute(
    db,
  )
}
