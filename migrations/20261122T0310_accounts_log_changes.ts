import { type Kysely, sql } from 'kysely'

/**
 * What a member of staff changed, from what to what. Apart from the log, which is for good: erasing takes it
 * away.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table accounts.desk_change (
    action_id uuid not null references accounts.desk_action (id),
    account_id uuid not null,
    what text not null,
    before text not null,
    after text not null,
    primary key (action_id, what))`.execute(db)
  await sql`create index desk_change_account on accounts.desk_change (account_id)`.execute(db)
  await sql`create index account_plan_end on accounts.team (package_ends_at) where package_ends_at is not null`.execute(
    db,
  )
}
