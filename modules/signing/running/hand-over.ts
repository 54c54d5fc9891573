import '../events.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import { logAction } from '#modules/documents/index.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { addressOf, sharesContact } from '../contact.ts'
import { askRealNameAgain } from '../identity/real-name-checks.ts'
import { listSignatories, lockSigning } from '../outcome.ts'
import { providerOf } from '../providers/registry.ts'
import { isReservedName } from '../reserved-names.ts'
import type { Identification } from '../schema.ts'
import { emitTurn, findTurn } from '../signing-step.ts'
import { EmailField, PhoneField } from './contact-fields.ts'

const Name = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(100, 'common.problem.tooLong'),
  v.check((name) => !isReservedName(name), 'signing.setting.problem.reserved'),
)

/**
 * The form requires the contacts by which the successor will be identified, in the same way as the
 * signatory.
 */
export function handOverForm(identification: Identification) {
  const [withEmail, withPhone] = [identification !== 'phone', identification !== 'email']
  return v.object({
    name: Name,
    email: v.pipe(
      EmailField,
      v.check((text) => text !== '' || !withEmail, 'common.problem.required'),
      v.transform((text) => (withEmail ? text : '')),
    ),
    phone: v.pipe(
      PhoneField,
      v.check((text) => text !== '' || !withPhone, 'common.problem.required'),
      v.transform((text) => (withPhone ? text : '')),
    ),
  })
}

export interface Successor {
  name: string
  /** '' if there is none. */
  email: string
  phone?: string
}

const HAND_OVER_LIMIT: Limit = { name: 'hand-over', points: 5, per: 86_400, words: 'common.limit.mailbox' }
const MAILBOX_LIMIT: Limit = { name: 'handed-mailbox', points: 5, per: 86_400, words: 'common.limit.mailbox' }

/**
 * A signatory lets a colleague act instead: the provider's `inviteAgain` invites the colleague, and the
 * previous person loses access. The sender is notified. Throws SIGNING_STATUS_WRONG if it is not the
 * signatory's turn, MISSING_GLYPH for a name that cannot be printed, DUPLICATE_PARTY_CONTACT for an address
 * in use, TOO_MANY_REQUESTS.
 */
export async function handOver(
  db: Db,
  { id: signatoryId }: { id: string },
  { name, ...newContact }: Successor,
) {
  const unprintable = unprintableIn(name).map(characterName)
  if (unprintable.length > 0) throw new AppError('MISSING_GLYPH', { characters: unprintable.join(' ') })
  const turn = await findTurn(db, signatoryId)
  const signatories = await listSignatories(db, turn.signing_id)
  const contact = { email: newContact.email || null, phone: newContact.phone || null }
  if (signatories.some((one) => sharesContact(one, contact))) throw new AppError('DUPLICATE_PARTY_CONTACT')
  await consumePoint(HAND_OVER_LIMIT, signatoryId)
  await consumePoint(MAILBOX_LIMIT, mailboxOf(addressOf(contact)))
  const successor = { name, ...contact, opened_at: null, entered_at: null, read_at: null, reminders: [] }
  await db.transaction().execute(async (trx) => {
    if ((await lockSigning(trx, turn.signing_id)) !== 'started') throw new AppError('SIGNING_STATUS_WRONG')
    const updated = await trx
      .updateTable('signing.signatory')
      .set((eb) => ({
        ...successor,
        handed_over_from: eb.fn.coalesce('handed_over_from', eb.val(turn.name)),
      }))
      .where('id', '=', signatoryId)
      .where('state', '=', 'invited')
      // Another company's service identifies the person whom it has invited, so that person cannot hand
      // over.
      .where('provider', '=', 'builtin')
      .where(sql`coalesce(email, phone)`, '=', addressOf(turn))
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
    await askRealNameAgain(trx, signatoryId)
    await providerOf(turn).inviteAgain?.(trx, signatoryId)
    const actor = { identity: 'signatory', operator: turn.name } as const
    await logAction(trx, turn.document_id, actor, 'hand-over', { to: name })
    await emitTurn(trx, signatoryId, 'turn-came')
    await emit(trx, 'signing-handed-over', { turn, successor: name })
  })
}
