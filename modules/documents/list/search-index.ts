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
    const folded = await foldBatch(db)
    const indexed = await indexBatch(db)
    if (folded < BATCH_SIZE && indexed < BATCH_SIZE) return
  }
})

/**
 * Folds texts that are not folded, or were folded by an earlier release, so that they are indexed next.
 * Returns their number.
 */
async function foldBatch(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('documents.document')
    .select(['id', ...NAME_COLUMNS])
    .where('called', '=', sql.lit(''))
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, ...storedColumns } of rows) {
    const folded = { called: calledText(storedColumns), words: wordsOf(storedColumns.words) }
    await ifUnchanged(db.updateTable('documents.document').set(folded), id, storedColumns).execute()
  }
  return rows.length
}

/**
 * Returns the number of processed documents. Each document is indexed separately, without locking its row.
 */
async function indexBatch(db: Db): Promise<number> {
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
    await markIndexed(db, id, folded)
  }
  return rows.length
}

type Columns = Partial<Record<(typeof NAME_COLUMNS)[number] | 'called', string>>

/** Restricts an update to a document whose columns have not changed since they were read. */
function ifUnchanged<Query extends { where: (column: never, is: '=', value: never) => Query }>(
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
async function markIndexed(db: Db, id: string, columns: Columns) {
  const update = db.updateTable('documents.document').set({ searched: true })
  const { numUpdatedRows } = await ifUnchanged(update, id, columns).executeTakeFirst()
  if (numUpdatedRows) return
  await db
    .deleteFrom('documents.search')
    .where('document_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documents.document').select('id').where('id', '=', id))),
    )
    .execute()
}
