import { type Kysely, sql } from 'kysely'

/** Which messages wait for the letter of the day, and whose letter of which day has gone out. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table messaging.message add column in_digest text check (in_digest in ('waiting', 'sent'))`.execute(
    db,
  )
  await sql`create index message_digest on messaging.message (account_id, id)
    where in_digest = 'waiting' and read_at is null`.execute(db)
  await sql`create table messaging.digest (
    account_id uuid not null,
    day date not null,
    primary key (account_id, day))`.execute(db)
}
