import { type Kysely, sql } from 'kysely'

/** A team's automated user, which programs act as: it has no address and never logs in. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table accounts.account
    drop constraint account_state,
    drop constraint account_reachable,
    add constraint account_state
      check (state in ('active', 'disabled', 'frozen', 'exception', 'erased', 'automated')),
    add constraint account_reachable
      check (email is not null or mobile is not null or state in ('erased', 'automated'))`.execute(db)
}
