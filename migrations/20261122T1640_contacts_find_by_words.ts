import { type Kysely, sql } from 'kysely'

const AT_ONCE = 1000

/**
 * A contact is found by one text of all it says, and by an index of that text's pieces alone, which rows need
 * not hold.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create function platform.grams(owner uuid, words text) returns text[]
    language plpgsql immutable strict parallel safe cost 1000 as $$
    declare
      mark text := right(owner::text, 6);
      before text := '';
      last text := '';
      one text;
      found text[] := '{}';
    begin
      foreach one in array string_to_array(words, null) loop
        found := found || array[mark || one, mark || last || one, mark || before || last || one];
        before := last;
        last := one;
      end loop;
      return found;
    end $$`.execute(db)
  await sql`alter table contacts.contact drop column grams, add column words text`.execute(db)
  await fill(db)
  await sql`alter table contacts.contact alter column words set not null`.execute(db)
  // Without a list of what was added last, which every search would read through.
  await sql`create index contact_grams on contacts.contact using gin (platform.grams(team_id, words))
    with (fastupdate = off)`.execute(db)
  await sql`alter index contacts.contact_grams alter column 1 set statistics 0`.execute(db)
}

/** Here and not in the database, which knows the lower case of ASCII alone. */
async function fill(db: Kysely<unknown>) {
  for (;;) {
    const { rows } = await sql<{ id: string; text: string }>`
      select id, concat_ws(E'\n', name, organisation, mobile, email, group_name) as text
      from contacts.contact where words is null limit ${AT_ONCE}`.execute(db)
    if (!rows.length) return
    const written = JSON.stringify(rows.map(({ id, text }) => ({ id, words: text.toLowerCase() })))
    await sql`update contacts.contact set words = given.words
      from jsonb_to_recordset(${written}::jsonb) as given (id uuid, words text)
      where contact.id = given.id`.execute(db)
  }
}
