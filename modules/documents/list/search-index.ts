import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { wordsOf } from '#src/db/grams.ts'
import { job } from '#src/jobs/jobs.ts'
import { calledText } from '../drafts/entered-text.ts'

const BATCH_SIZE = 200

const NAME_COLUMNS = ['name', 'number', 'words'] as const
const FOLDED_COLUMNS = ['called', 'words'] as const

/**
 * Runs every minute: updates the full-text search index of n-grams, so that saving need not wait for it. The
 * search scans documents that are not indexed yet.
 */
export const indexDocuments = job('index-documents', async (db) => {
  for (;;) {
    const folded = await foldSome(db)
    const indexed = await indexSome(db)
    if (folded < BATCH_SIZE && indexed < BATCH_SIZE) return
  }
})

/**
 * Folds texts that are not folded, or were folded by an earlier release, so that they are indexed next.
 * Returns their number.
 */
async function foldSome(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('documents.document')
    .select(['id', ...NAME_COLUMNS])
    .where('called', '=', sql.lit(''))
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, ...named } of rows) {
    const folded = { called: calledText(named), words: wordsOf(named.words) }
    await whileNamed(db.updateTable('documents.document').set(folded), id, named).execute()
  }
  return rows.length
}

/**
 * Returns the number of processed documents. Each is indexed separately, without locking the document's row.
 */
async function indexSome(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('documents.document')
    .select(['id', 'team_id', ...FOLDED_COLUMNS])
    .where('called', '<>', '')
    .where('searched', '=', sql.lit(false))
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, team_id, ...folded } of rows) {
    const words = `${folded.called}\n${folded.words}`
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
    await noteIndexed(db, id, folded)
  }
  return rows.length
}

type Columns = Partial<Record<(typeof NAME_COLUMNS)[number] | 'called', string>>

/** Restricts an update to a document whose name has not changed since it was read. */
function whileNamed<Query extends { where: (column: never, is: '=', value: never) => Query }>(
  update: Query,
  id: string,
  columns: Columns,
): Query {
  return Object.entries({ id, ...columns }).reduce(
    (query, [column, value]) => query.where(column as never, '=', value as never),
    update,
  )
}

/** Does nothing when the document was changed or deleted since. */
async function noteIndexed(db: Db, id: string, columns: Columns) {
  const update = db.updateTable('documents.document').set({ searched: true })
  const { numUpdatedRows } = await whileNamed(update, id, columns).executeTakeFirst()
  if (numUpdatedRows) return
  await db
    .deleteFrom('documents.search')
    .where('document_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documents.document').select('id').where('id', '=', id))),
    )
    .execute()
}
