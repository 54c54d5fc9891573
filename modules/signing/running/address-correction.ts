import { sql } from 'kysely'
import * as v from 'valibot'
import { actorOf, logAction } from '#modules/documents/index.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { addressOf, identificationOf, sharesContact } from '../contact.ts'
import { lockSigning } from '../outcome.ts'
import { providerOf } from '../providers/registry.ts'
import type { SignatoryState } from '../schema.ts'
import { emitTurn } from '../signing-step.ts'
import { EmailField, PhoneField } from './contact-fields.ts'
import { findSignatory, type SigningRound } from './progress.ts'

export const AddressForm = v.pipe(
  v.object({ email: EmailField, phone: PhoneField }),
  v.forward(
    v.partialCheck(
      [['email'], ['phone']],
      ({ email, phone }) => email !== '' || phone !== '',
      'common.problem.required',
    ),
    ['email'],
  ),
)

const CORRECTION_LIMIT: Limit = {
  name: 'address-correction',
  points: 10,
  per: 86_400,
  words: 'common.limit.team',
}
const MAILBOX_LIMIT: Limit = {
  name: 'corrected-mailbox',
  points: 5,
  per: 86_400,
  words: 'common.limit.mailbox',
}

/**
 * Whether the address of a signatory can still be corrected: no one has entered a code sent to it, and the
 * service accepts corrections or does not have the document yet. The address of a recipient of a copy cannot
 * be corrected.
 */
export function isCorrectable(
  { signing, signatories }: Pick<SigningRound, 'signing' | 'signatories'>,
  signatory: SigningRound['signatories'][number],
): boolean {
  if (signing.state !== 'started' || signatory.entered_at !== null || !isOpen(signatory)) return false
  return providerOf(signatory).inviteAgain !== undefined || signatory.stage > stageOf(signatories)
}

const isOpen = ({ state }: { state: SignatoryState }) => state === 'waiting' || state === 'invited'

/** The stage with a signatory who still has to act. */
const stageOf = (signatories: SigningRound['signatories']) =>
  Math.min(...signatories.filter((one) => one.role !== 'copy' && isOpen(one)).map(({ stage }) => stage))

/** Throws NOT_FOUND, ACCESS_DENIED, and SIGNING_STATUS_WRONG if the address can no longer be corrected. */
export async function findCorrectable(db: Db, viewer: Viewer, documentId: string, signatoryId: string) {
  const { found: signing, signatory } = await findSignatory(db, viewer, documentId, signatoryId)
  if (!isCorrectable(signing, signatory)) throw new AppError('SIGNING_STATUS_WRONG')
  return { found: signing, signatory }
}

interface Correction {
  documentId: string
  signatoryId: string
  /** '' if there is none. */
  email: string
  phone?: string
}

/**
 * Changes the contacts of a signatory. If the signatory is invited, sends the invitation to the new address
 * with a new link. Throws as `findCorrectable` does, DUPLICATE_PARTY_CONTACT for another signatory's
 * address, INVALID_FIELD for an unchanged address.
 */
export async function correctAddress(
  db: Db,
  viewer: Viewer,
  { documentId, signatoryId, ...newContact }: Correction,
) {
  const { found: signing, signatory } = await findCorrectable(db, viewer, documentId, signatoryId)
  const contact = { email: newContact.email || null, phone: newContact.phone || null }
  const isSame = contact.email?.toLowerCase() === signatory.email?.toLowerCase()
  if (isSame && contact.phone === signatory.phone)
    throw new AppError('INVALID_FIELD', { field: 'email' }, 'signing.refused.same')
  const otherSignatories = signing.signatories.filter(({ id }) => id !== signatory.id)
  if (otherSignatories.some((one) => sharesContact(one, contact)))
    throw new AppError('DUPLICATE_PARTY_CONTACT')
  await consumePoint(CORRECTION_LIMIT, viewer.teamId)
  await consumePoint(MAILBOX_LIMIT, mailboxOf(addressOf(contact)))
  const identification = identificationOf(contact, signatory.identification)
  await db.transaction().execute(async (trx) => {
    if ((await lockSigning(trx, signing.signing.id)) !== 'started') throw new AppError('SIGNING_STATUS_WRONG')
    const updated = await trx
      .updateTable('signing.signatory')
      .set({ ...contact, identification, opened_at: null })
      .where('id', '=', signatory.id)
      .where('state', '=', signatory.state)
      .where(sql`coalesce(email, phone)`, '=', addressOf(signatory))
      .where('entered_at', 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
    if (signatory.state === 'invited') await emitTurn(trx, signatory.id, 'turn-came')
    // Another company's service also stores the addresses of signatories who are not invited yet.
    if (signatory.state === 'invited' || signatory.provider !== 'builtin')
      await providerOf(signatory).inviteAgain?.(trx, signatory.id)
    const { document } = signing
    const details = { signatory: signatory.name }
    await logAction(trx, document.id, actorOf(viewer, document.creator_id), 'correct-address', details)
  })
}
