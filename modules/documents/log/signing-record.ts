import type { Db } from '#src/db/db.ts'
import { listActions } from '../audit-log.ts'
import { logJson } from './log-json.ts'

/**
 * The part of a document's log since it was last sent for signing, the names of its parties by key (none for
 * an imported PDF), and the log as JSON, either all of it or this part.
 */
export async function signingRecord(db: Db, documentId: string) {
  const { answers, ...document } = await db
    .selectFrom('documents.document')
    .select(['id', 'name', 'number', 'answers'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const all = await listActions(db, documentId)
  const from = all.findLastIndex(({ action }) => action === 'start-signing')
  const actions = all.slice(Math.max(from, 0))
  const parties = new Map((answers?.parties ?? []).map((party) => [party.key, party]))
  const exportLog = (scope: 'whole' | 'signing') => logJson(document, scope === 'whole' ? all : actions)
  return { actions, parties, exportLog }
}
