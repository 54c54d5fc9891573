import '../events.ts'
import { logAction, moveTo } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import type { EndedRound } from '../events.ts'
import { lockReview } from '../inviting/reviewer.ts'
import { type Turn, turnOf } from '../review-step.ts'
import type { TurnState } from '../schema.ts'

/**
 * Ends a running round; returns false if it had already ended. Reviewers who have not answered no longer
 * need to.
 */
export async function endRound(
  trx: Db,
  roundId: string,
  state: EndedRound['state'],
  { by: returners = '', reported: isReported = false } = {},
): Promise<boolean> {
  const endedRound = await trx
    .updateTable('review.round')
    .set({ state, ended_at: now() })
    .where('id', '=', roundId)
    .where('state', '=', 'running')
    .returning(['id', 'document_id', 'document_name', 'document_number', 'starter_id', 'starter_name'])
    .executeTakeFirst()
  if (!endedRound) return false
  const turns = await trx.selectFrom('review.turn').select('id').where('round_id', '=', roundId).execute()
  await trx
    .updateTable('review.turn')
    .set({ state: 'lapsed' })
    .where('round_id', '=', roundId)
    .where('state', '=', 'asked')
    .execute()
  await moveTo(trx, endedRound.document_id, state === 'accepted' ? 'approved' : 'returned')
  await emit(trx, 'review-ended', {
    round: { ...endedRound, state, by: returners, reported: isReported, turns: turns.map(({ id }) => id) },
  })
  return true
}

/** A reviewer accepts the document. Throws TASK_LAPSED if the reviewer can no longer answer. */
export const acceptAll = (db: Db, turn: Turn) => storeAnswer(db, turn, { state: 'accepted' })

/**
 * A reviewer returns the document to its sender, who is notified immediately and decides whether the others
 * finish. Throws TASK_LAPSED.
 */
export const rejectAndReturn = (db: Db, turn: Turn, reasons: string) =>
  storeAnswer(db, turn, { state: 'returned', reasons })

const turnsIn = (trx: Db, roundId: string, state: TurnState) =>
  trx
    .selectFrom('review.turn as turn')
    .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'turn.reviewer_id')
    .select('reviewer.name')
    .where('round_id', '=', roundId)
    .where('turn.state', '=', state)
    .orderBy('answered_at')
    .execute()

/** The reviewers who returned the document in this round; '' if none did. */
export const returnedBy = async (trx: Db, roundId: string) =>
  (await turnsIn(trx, roundId, 'returned')).map(({ name }) => name).join(', ')

/**
 * Stores an answer. The last answer ends the round: the document is approved if all reviewers have accepted
 * it, otherwise returned.
 */
async function storeAnswer(db: Db, turn: Turn, result: { state: 'accepted' | 'returned'; reasons?: string }) {
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, turn.document_id)
    const updated = await trx
      .updateTable('review.turn')
      .set({ ...result, answered_at: now() })
      .where('id', '=', turn.id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('TASK_LAPSED')
    const action = result.state === 'accepted' ? 'accept-review' : 'return-review'
    const details = { round: turn.number, ...(result.reasons && { reasons: result.reasons }) }
    await logAction(trx, turn.document_id, { identity: 'reviewer', operator: turn.name }, action, details)
    const waiting = (await turnsIn(trx, turn.round_id, 'asked')).length
    await emit(trx, 'review-answered', { turn: await turnOf(trx, turn.id), waiting })
    if (waiting) return
    const returners = await returnedBy(trx, turn.round_id)
    await endRound(trx, turn.round_id, returners ? 'returned' : 'accepted', { by: returners })
  })
}
