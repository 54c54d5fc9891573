import { type Kysely, sql } from 'kysely'

/**
 * When somebody last logged in: sessions are forgotten a day after they end. Beside the account, which a
 * login only reads.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table accounts.last_login (
    account_id uuid primary key references accounts.account (id),
    at timestamptz not null)`.execute(db)
  await sql`insert into accounts.last_login (account_id, at)
    select account_id, max(created_at) from platform.session group by account_id`.execute(db)
  await sql`create index login_failure_account on accounts.login_failure (account_id, created_at)`.execute(db)
}
