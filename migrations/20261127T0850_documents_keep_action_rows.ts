import { type Kysely, sql } from 'kysely'

/** Rows of the action log can be deleted only after their document. */
export async function up(db: Kysely<unknown>) {
  await sql`create function documents.refuse_deletion() returns trigger language plpgsql as
    $$ begin
      if exists (select from documents.document where id = old.document_id) then
        raise exception 'the action log is append-only';
      end if;
      return old;
    end $$`.execute(db)
  await sql`create trigger action_kept before delete on documents.action
    for each row execute function documents.refuse_deletion()`.execute(db)
}
