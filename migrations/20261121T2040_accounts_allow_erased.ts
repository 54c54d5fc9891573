import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await sql`alter table accounts.account drop constraint account_state`.execute(db)
  await sql`alter table accounts.account add constraint account_state
    check (state in ('active', 'disabled', 'frozen', 'exception', 'erased'))`.execute(db)
  await sql`alter table accounts.account drop constraint account_reachable`.execute(db)
  await sql`alter table accounts.account add constraint account_reachable
    check (email is not null or mobile is not null or state = 'erased')`.execute(db)
}
