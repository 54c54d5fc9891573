import type { Db } from '#src/db/db.ts'
import { listActions } from '../audit-log.ts'

/**
 * The part of a document's log since it was last sent for signing, and the names of its parties by key; none
 * for an imported PDF.
 */
export async function signingRecord(db: Db, documentId: string) {
  const { answers } = await db
    .selectFrom('documents.document')
    .select('answers')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const actions = await listActions(db, documentId)
  const from = actions.findLastIndex(({ action }) => action === 'start-signing')
  const parties = new Map((answers?.parties ?? []).map(({ key, name, nameEn }) => [key, { name, nameEn }]))
  return { actions: actions.slice(Math.max(from, 0)), parties }
}
