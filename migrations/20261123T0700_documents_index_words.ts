import { type Kysely, sql } from 'kysely'

/**
 * What documents are found by, apart from them: an index of pieces is too dear to be written with every save,
 * so it is written behind (`searched` tells of whom it knows), and those that it does not know yet are looked
 * at themselves.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document add column searched boolean not null default false`.execute(db)
  await sql`create index document_unsearched on documents.document (team_id) where not searched`.execute(db)
  await sql`create table documents.search (
    document_id uuid primary key,
    team_id uuid not null,
    words text not null
  )`.execute(db)
  await sql`create index search_grams on documents.search using gin (platform.grams(team_id, words))
    with (fastupdate = off)`.execute(db)
  await sql`alter index documents.search_grams alter column 1 set statistics 0`.execute(db)
  // No foreign key: writing the index would hold the document's row, for which finalising waits.
  await sql`create function documents.forget_words() returns trigger language plpgsql as $$
    begin
      delete from documents.search where document_id = old.id;
      return null;
    end $$`.execute(db)
  await sql`create trigger document_gone after delete on documents.document for each row
    execute function documents.forget_words()`.execute(db)
  // The pieces as before, in steps that grow with the text and not with its square. No workers: a search that
  // looks at a few rows would start some, which cost more than all else of it.
  await sql`create or replace function platform.grams(owner uuid, words text) returns text[]
    language sql immutable strict parallel unsafe cost 1000 as $$
      select coalesce(array_agg(right(owner::text, 6) || piece), '{}')
      from (
        select one, lag(one) over letters as last, lag(one, 2) over letters as before
        from unnest(string_to_array(words, null)) with ordinality as letter(one, place)
        window letters as (order by place)
      ) as run, lateral (values (one), (last || one), (before || last || one)) as pieces(piece)
      where piece is not null
    $$`.execute(db)
  await sql`create function documents.unsearch() returns trigger language plpgsql as $$
    begin
      new.searched := false;
      return new;
    end $$`.execute(db)
  await sql`create trigger document_words
    before update of name, number, counterparty, counterparty_en, words on documents.document for each row
    when ((old.name, old.number, old.counterparty, old.counterparty_en, old.words)
      is distinct from (new.name, new.number, new.counterparty, new.counterparty_en, new.words))
    execute function documents.unsearch()`.execute(db)
}
