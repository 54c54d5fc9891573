import type { Db } from '#src/db/db.ts'
import { listActions } from '../audit-log.ts'
import { logJson } from './log-json.ts'

/**
 * The part of a document's log since it was last sent for signing, the names of its parties by key (none for
 * an imported PDF), and a function that exports the whole log or this part as JSON.
 */
export async function signingRecord(db: Db, documentId: string) {
  const { answers, ...document } = await db
    .selectFrom('documents.document')
    .select(['id', 'name', 'number', 'answers'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const allActions = await listActions(db, documentId)
  const startIndex = allActions.findLastIndex(({ action }) => action === 'start-signing')
  const actions = allActions.slice(Math.max(startIndex, 0))
  const parties = new Map((answers?.parties ?? []).map((party) => [party.key, party]))
  const exportLog = (scope: 'whole' | 'signing') =>
    logJson(document, scope === 'whole' ? allActions : actions)
  return { actions, parties, exportLog }
}
