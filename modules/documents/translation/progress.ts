import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { Document } from '../document.ts'
import { pairsFor, translationsFrom } from './memory.ts'
import type { TranslationUnit } from './units.ts'

const runsOf = (db: Db, documentId: string) =>
  db
    .selectFrom('documents.translation')
    .where('document_id', '=', documentId)
    .orderBy('created_at', 'desc')
    .limit(1)

/** The latest translation run of the document. */
export async function latestTranslation(db: Db, documentId: string) {
  return runsOf(db, documentId).selectAll().executeTakeFirst()
}

/** The latest run for its page, and the stored translations of these texts, in one query. */
export async function findProgress(db: Db, { id, team_id, answers }: Document, units: TranslationUnit[]) {
  const { primary } = answers.languages
  const latestRun = runsOf(db, id).select(['state', 'done', 'total', 'unfilled', 'version'])
  const { last, pairs } = await db
    .selectNoFrom([
      jsonObjectFrom(latestRun).as('last'),
      jsonArrayFrom(pairsFor(db, team_id, units, primary)).as('pairs'),
    ])
    .executeTakeFirstOrThrow()
  return { last, known: translationsFrom(pairs, units, primary) }
}

export type Translation = NonNullable<Awaited<ReturnType<typeof latestTranslation>>>

/** The fields of a run that a page shows. */
export type RunProgress = Pick<Translation, 'state' | 'done' | 'total' | 'unfilled' | 'version'>

/**
 * Ends the running translation without writing its texts, and unlocks the document. With `id`, ends only
 * this run, so that a late failure of an earlier run does not end a later one.
 */
export async function endTranslation(
  trx: Db,
  documentId: string,
  state: 'failed' | 'cancelled',
  id?: string,
) {
  let update = trx
    .updateTable('documents.translation')
    .set({ state, ended_at: now() })
    .where('document_id', '=', documentId)
    .where('state', '=', 'running')
  if (id) update = update.where('id', '=', id)
  const endedRun = await update.executeTakeFirst()
  if (endedRun.numUpdatedRows === 1n)
    await trx
      .updateTable('documents.document')
      .set({ translating: false })
      .where('id', '=', documentId)
      .execute()
}
