import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the nightly search of what ends years after an account was erased. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists accounts.account_erased`.execute(db)
  await sql`create index concurrently account_erased on accounts.account (erased_at)
    where erased_at is not null`.execute(db)
  await sql`drop index concurrently if exists accounts.team_erased`.execute(db)
  await sql`create index concurrently team_erased on accounts.team (erased_at)
    where erased_at is not null and books_ended_at is null`.execute(db)
}
