import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { actorOf, logAction } from '#modules/documents/index.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isAddress } from '#src/mail/mail.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { providerOf } from '../providers/registry.ts'
import { announceTurn } from '../signing-step.ts'
import { findSigning, invitedIn } from './progress.ts'

export const AddressForm = v.object({
  email: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.check(isAddress, 'common.problem.format'),
  ),
})

const CORRECTIONS: Limit = { name: 'address-correction', points: 10, per: 86_400, words: 'common.limit.team' }
const OF_MAILBOX: Limit = { name: 'corrected-mailbox', points: 5, per: 86_400, words: 'common.limit.mailbox' }

/**
 * The invited signatory whose mailbox rejects our mails. Only their address can still be corrected, since
 * nobody can have read a link there. Undefined when there is none. Throws NOT_FOUND, ACCESS_DENIED.
 */
export async function findUnreached(db: Db, viewer: Viewer, documentId: string) {
  const found = await findSigning(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  const invited = invitedIn(found)
  return invited?.refused ? { found, invited } : undefined
}

/**
 * Invites the signatory at another address, with a new link. Throws SIGNING_STATUS_WRONG when there is
 * nothing to correct, DUPLICATE_PARTY_CONTACT for another signatory's address, INVALID_FIELD for the same
 * one.
 */
export async function correctAddress(db: Db, viewer: Viewer, documentId: string, email: string) {
  const unreached = await findUnreached(db, viewer, documentId)
  if (!unreached) throw new AppError('SIGNING_STATUS_WRONG')
  const { found, invited } = unreached
  const is = (one: { email: string }) => one.email.toLowerCase() === email.toLowerCase()
  if (is(invited)) throw new AppError('INVALID_FIELD', { field: 'email' }, 'signing.refused.same')
  if (found.signatories.some(is)) throw new AppError('DUPLICATE_PARTY_CONTACT')
  await consumePoint(CORRECTIONS, viewer.teamId)
  await consumePoint(OF_MAILBOX, mailboxOf(email))
  await db.transaction().execute(async (trx) => {
    const corrected = await trx
      .updateTable('signing.signatory')
      .set({ email })
      .where('id', '=', invited.id)
      .where('state', '=', 'invited')
      .where('email', '=', invited.email)
      .executeTakeFirst()
    if (corrected.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
    await providerOf(found.signing).inviteAgain(trx, invited.id)
    await announceTurn(trx, invited.id, 'turn-came')
    const { document } = found
    const details = { signatory: invited.name }
    await logAction(trx, document.id, actorOf(viewer, document.creator_id), 'correct-address', details)
  })
}
