import '../events.ts'
import { sql } from 'kysely'
import { actorOf, logAction } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { endRound, returnedBy } from '../reading/outcome.ts'
import { findToReview, lockReview } from './reviewer.ts'
import { runningRound } from './round.ts'

/** The sender's decision after one reviewer has returned the document while others still review it. */
async function decideReturnedRound(
  db: Db,
  viewer: Viewer,
  documentId: string,
  act: (trx: Db, round: { id: string; returners: string }) => Promise<'end-review' | 'continue-review'>,
) {
  const document = await findToReview(db, viewer, documentId)
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    const { id, number } = await runningRound(trx, documentId)
    const returners = await returnedBy(trx, id)
    if (!returners) throw new AppError('DOCUMENT_STATUS_WRONG')
    const action = await act(trx, { id, returners })
    await logAction(trx, documentId, actorOf(viewer, document.creator_id), action, { round: number })
  })
}

/**
 * Ends the round for all reviewers. Throws DOCUMENT_STATUS_WRONG if no reviewer has returned the document.
 */
export const endReturnedRound = (db: Db, viewer: Viewer, documentId: string) =>
  decideReturnedRound(db, viewer, documentId, async (trx, { id, returners }) => {
    await endRound(trx, id, 'returned', { by: returners, reported: true })
    return 'end-review'
  })

/**
 * Lets the other reviewers finish; the round can still be ended later. Throws DOCUMENT_STATUS_WRONG as
 * `endReturnedRound` does, and on a second call unless another reviewer has returned the document in the
 * meantime.
 */
export const letOthersFinish = (db: Db, viewer: Viewer, documentId: string) =>
  decideReturnedRound(db, viewer, documentId, async (trx, { id }) => {
    const updated = await trx
      .updateTable('review.round')
      .set({ continued_at: now() })
      .where('id', '=', id)
      .where(
        sql<boolean>`coalesce(continued_at < (select max(answered_at) from review.turn
          where round_id = ${id} and state = 'returned'), true)`,
      )
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('DOCUMENT_STATUS_WRONG')
    await emit(trx, 'review-continued', { documentId })
    return 'continue-review'
  })
