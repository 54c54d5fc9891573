import { type Kysely, sql } from 'kysely'

/** Whoever registers is shown around once; those who are here already know their way. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table accounts.account add column tour_due boolean not null default false`.execute(db)
}
