import '../events.ts'
import { logAction, moveTo } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { announce } from '#src/jobs/announce.ts'
import type { EndedRound } from '../events.ts'
import { lockReview } from '../inviting/reviewer.ts'
import { type Turn, turnOf } from '../review-step.ts'

/**
 * Ends a running round once; false when it had already ended. Reviewers who have not answered need not any
 * more.
 */
export async function endRound(
  trx: Db,
  roundId: string,
  state: EndedRound['state'],
  by = '',
): Promise<boolean> {
  const ended = await trx
    .updateTable('review.round')
    .set({ state, ended_at: now() })
    .where('id', '=', roundId)
    .where('state', '=', 'running')
    .returning(['id', 'document_id', 'document_name', 'document_number', 'starter_id', 'starter_name'])
    .executeTakeFirst()
  if (!ended) return false
  const turns = await trx.selectFrom('review.turn').select('id').where('round_id', '=', roundId).execute()
  await trx
    .updateTable('review.turn')
    .set({ state: 'lapsed' })
    .where('round_id', '=', roundId)
    .where('state', '=', 'asked')
    .execute()
  await moveTo(trx, ended.document_id, state === 'accepted' ? 'approved' : 'returned')
  await announce(trx, 'review-ended', { round: { ...ended, state, by, turns: turns.map(({ id }) => id) } })
  return true
}

/**
 * A reviewer accepts the document. The last acceptance ends the review: the document is approved. Throws
 * TASK_LAPSED when they can no longer answer.
 */
export async function acceptAll(db: Db, turn: Turn) {
  await answer(db, turn, { state: 'accepted' }, async (trx) => {
    const waiting = await trx
      .selectFrom('review.turn')
      .select('id')
      .where('round_id', '=', turn.round_id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (!waiting) await endRound(trx, turn.round_id, 'accepted')
  })
}

/** A reviewer returns the document to its sender, which ends the round for all. Throws TASK_LAPSED. */
export async function rejectAndReturn(db: Db, turn: Turn, reasons: string) {
  await answer(db, turn, { state: 'returned', reasons }, async (trx) => {
    await endRound(trx, turn.round_id, 'returned', turn.name)
  })
}

async function answer(
  db: Db,
  turn: Turn,
  given: { state: 'accepted' | 'returned'; reasons?: string },
  then: (trx: Db) => Promise<void>,
) {
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, turn.document_id)
    const answered = await trx
      .updateTable('review.turn')
      .set({ ...given, answered_at: now() })
      .where('id', '=', turn.id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (answered.numUpdatedRows !== 1n) throw new AppError('TASK_LAPSED')
    const action = given.state === 'accepted' ? 'accept-review' : 'return-review'
    const details = { round: turn.number, ...(given.reasons && { reasons: given.reasons }) }
    await logAction(trx, turn.document_id, { identity: 'reviewer', operator: turn.name }, action, details)
    await announce(trx, 'review-answered', { turn: await turnOf(trx, turn.id) })
    await then(trx)
  })
}
