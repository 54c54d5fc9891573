import { type Kysely, sql } from 'kysely'

/**
 * When an account and a team were erased, and when what is kept for years ended: the end of these periods is
 * counted from there.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('accounts.account').addColumn('erased_at', 'timestamptz').execute()
  await db.schema
    .alterTable('accounts.team')
    .addColumn('erased_at', 'timestamptz')
    .addColumn('records_ended_at', 'timestamptz')
    .addColumn('books_ended_at', 'timestamptz')
    .execute()
  await sql`update accounts.account as account set erased_at = coalesce((select min(at)
    from accounts.desk_action where account_id = account.id and action = 'erase'), now())
    where state = 'erased'`.execute(db)
  await sql`update accounts.team as team set erased_at = coalesce((select max(erased_at) from accounts.account
      where team_id = team.id or home_team_id = team.id), now())
    where name = '–' and not exists (select from accounts.account
      where (team_id = team.id or home_team_id = team.id) and state <> 'erased')`.execute(db)
  await sql`create or replace function accounts.refuse_change() returns trigger language plpgsql as
    $$ begin
      if tg_op = 'DELETE' and exists (select from accounts.account
        where id = old.account_id and erased_at is not null) then return old; end if;
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db)
}
