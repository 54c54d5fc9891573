import { type Kysely, sql } from 'kysely'

const AT_ONCE = 200
const MOST = 20_000

/** Where texts that somebody wrote stand in the answers. */
const WRITTEN = [
  '$.parties[*].name',
  '$.parties[*].nameEn',
  '$.fields.* ? (@.type() == "string")',
  '$.fields.*.zh',
  '$.fields.*.en',
  '$.clauses.*.custom.zh',
  '$.clauses.*.custom.en',
]

/** What somebody wrote into a document, in lower case, stands beside its answers for the search. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document add column words text`.execute(db)
  await fill(db)
  await sql`update documents.document set words = '' where words is null`.execute(db)
  await sql`alter table documents.document
    alter column words set default '', alter column words set not null`.execute(db)
}

/** Here and not in the database, which knows the lower case of ASCII alone. */
async function fill(db: Kysely<unknown>) {
  for (;;) {
    const { rows } = await sql<{ id: string; texts: string[] }>`
      select id, ${sql.join(
        WRITTEN.map((path) => sql`jsonb_path_query_array(answers, ${path}::jsonpath)`),
        sql` || `,
      )} as texts
      from documents.document where words is null and answers is not null limit ${AT_ONCE}`.execute(db)
    if (!rows.length) return
    const written = rows.map(({ id, texts }) => ({
      id,
      words: texts.filter(Boolean).join('\n').toLowerCase().slice(0, MOST),
    }))
    await sql`update documents.document set words = given.words
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as given (id uuid, words text)
      where document.id = given.id`.execute(db)
  }
}
