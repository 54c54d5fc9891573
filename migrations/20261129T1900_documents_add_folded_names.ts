import { type Kysely, sql } from 'kysely'

/**
 * The name and the number as a search compares them. A job folds the documents that are there; until then the
 * search compares them as they are written. Who changes a name and does not fold it leaves that to the job.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document add column called text not null default ''`.execute(db)
  await sql`create or replace function documents.unsearch() returns trigger language plpgsql as $$
    begin
      new.searched := false;
      if (old.name, old.number) is distinct from (new.name, new.number) and new.called = old.called then
        new.called := '';
      end if;
      return new;
    end $$`.execute(db)
  await sql`drop trigger document_words on documents.document`.execute(db)
  await sql`create trigger document_words
    before update of name, number, counterparty, counterparty_en, words, called on documents.document
    for each row
    when ((old.name, old.number, old.words, old.called)
      is distinct from (new.name, new.number, new.words, new.called))
    execute function documents.unsearch()`.execute(db)
}
