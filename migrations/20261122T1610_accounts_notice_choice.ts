import { type Kysely, sql } from 'kysely'

/** What an account wants by mail too, and in which language; without a row it has what comes by default. */
export async function up(db: Kysely<unknown>) {
  await sql`create table accounts.notice_choice (
    account_id uuid primary key references accounts.account (id),
    locale text,
    ways jsonb not null default '{}')`.execute(db)
}
