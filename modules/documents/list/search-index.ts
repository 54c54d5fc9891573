import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { wordsOf } from '#src/db/grams.ts'
import { job } from '#src/jobs/jobs.ts'

const AT_ONCE = 200

const NAMED = ['name', 'number', 'counterparty', 'counterparty_en', 'words'] as const

/**
 * Runs every minute: updates the full-text search index of n-grams, so that saving need not wait for it.
 * Until then the search scans the documents that are not indexed.
 */
export const indexDocuments = job('index-documents', async (db) => {
  while ((await indexSome(db)) === AT_ONCE);
})

/**
 * Returns how many documents were taken. Each is indexed separately, without locking the document's row
 * meanwhile.
 */
async function indexSome(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('documents.document')
    .select(['id', 'team_id', ...NAMED])
    .where('searched', '=', sql.lit(false))
    .limit(AT_ONCE)
    .execute()
  for (const { id, team_id, ...named } of rows) {
    const words = wordsOf(...NAMED.map((name) => named[name]))
    await db
      .insertInto('documents.search')
      .values({ document_id: id, team_id, words })
      .onConflict((conflict) =>
        conflict
          .column('document_id')
          .doUpdateSet({ team_id, words })
          .where(sql<boolean>`search.words <> excluded.words`),
      )
      .execute()
    await noteIndexed(db, id, named)
  }
  return rows.length
}

type Named = Record<(typeof NAMED)[number], string>

/** Does nothing when the document was changed or deleted meanwhile. */
async function noteIndexed(db: Db, id: string, named: Named) {
  let update = db.updateTable('documents.document').set({ searched: true }).where('id', '=', id)
  for (const name of NAMED) update = update.where(name, '=', named[name])
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows) return
  await db
    .deleteFrom('documents.search')
    .where('document_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documents.document').select('id').where('id', '=', id))),
    )
    .execute()
}
