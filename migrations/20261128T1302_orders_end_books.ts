import { type Kysely, sql } from 'kysely'

/** The uses of a team can be deleted once it is erased; the job does it with its other accounting records. */
export async function up(db: Kysely<unknown>) {
  await sql`create function orders.refuse_ledger_change() returns trigger language plpgsql as
    $$ begin
      if tg_op = 'DELETE' and exists (select from accounts.team
        where id = old.team_id and erased_at is not null) then return old; end if;
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db)
  await sql`drop trigger append_only on orders.usage_entry`.execute(db)
  await sql`create trigger append_only before update or delete on orders.usage_entry
    for each row execute function orders.refuse_ledger_change()`.execute(db)
}
