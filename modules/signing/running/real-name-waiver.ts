import { actorOf, logAction } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { lockSigning } from '../outcome.ts'
import { findSignatory, type SigningRound } from './progress.ts'

/** Whether the sender can waive the check of a person's real name. */
export const isWaivable = (
  { signing }: Pick<SigningRound, 'signing'>,
  { state, real_name }: SigningRound['signatories'][number],
) =>
  signing.state === 'started' && real_name?.state === 'asked' && (state === 'waiting' || state === 'invited')

/** Throws NOT_FOUND, ACCESS_DENIED, and SIGNING_STATUS_WRONG if no check is open. */
export async function findWaivable(db: Db, viewer: Viewer, documentId: string, signatoryId: string) {
  const { found: signing, signatory } = await findSignatory(db, viewer, documentId, signatoryId)
  if (!isWaivable(signing, signatory)) throw new AppError('SIGNING_STATUS_WRONG')
  return { found: signing, signatory }
}

/** The sender lets a signatory read and sign without the check. Throws as `findWaivable` does. */
export async function waiveRealName(db: Db, viewer: Viewer, documentId: string, signatoryId: string) {
  const { found: signing, signatory } = await findWaivable(db, viewer, documentId, signatoryId)
  await db.transaction().execute(async (trx) => {
    if ((await lockSigning(trx, signing.signing.id)) !== 'started') throw new AppError('SIGNING_STATUS_WRONG')
    const updated = await trx
      .updateTable('signing.real_name_check')
      .set({ state: 'waived', checking_until: null, decided_at: now(), waived_by: viewer.name })
      .where('signatory_id', '=', signatoryId)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
    const { document } = signing
    const details = { signatory: signatory.name, signatoryId, elements: signatory.real_name!.elements }
    await logAction(trx, document.id, actorOf(viewer, document.creator_id), 'waive-real-name', details)
  })
}
