import { logAction } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { contactDetails } from '../../../contact.ts'
import { lockSigning } from '../../../outcome.ts'
import type { SignatoryState, SigningState } from '../../../schema.ts'
import type { Browser } from './browser.ts'

interface LoggedSignatory {
  document_id: string
  name: string
  party: string
  email: string | null
  phone: string | null
}

interface InvitedSignatory extends LoggedSignatory {
  id: string
  signing_state: SigningState
}

interface NotedSignatory extends InvitedSignatory {
  signing_id: string
  state: SignatoryState
  opened_at: Date | null
  read_at: Date | null
}

type SignatoryAction =
  | 'open-link'
  | 'send-code'
  | 'open-to-sign'
  | 'check-real-name'
  | 'fail-real-name'
  | 'read-to-end'
  | 'sign'
  | 'approve-signing'
  | 'decline-signing'

const nameAndContact = ({ name, party, ...contact }: LoggedSignatory) => ({
  signatory: name,
  party,
  ...contactDetails(contact),
})

/** Adds a signatory's action to the document's log; `facts` are its details. */
export async function logSignatory(
  trx: Db,
  turn: LoggedSignatory,
  action: SignatoryAction,
  browser?: Browser,
  facts: Record<string, string> = {},
) {
  const actor = { identity: 'signatory', operator: turn.name } as const
  const details = { party: turn.party, ...contactDetails(turn), ...facts, ...browser }
  await logAction(trx, turn.document_id, actor, action, details)
}

/** Logs an invitation and stores its mail's id, so that the delivery can be logged. */
export async function logInvitation(trx: Db, turn: InvitedSignatory, mailId: string) {
  await trx
    .updateTable('signing.builtin_link')
    .set({ mail_id: mailId })
    .where('signatory_id', '=', turn.id)
    .execute()
  await logAction(trx, turn.document_id, 'system', 'invite-signatory', nameAndContact(turn))
}

/** Records when a signatory's link was first opened, possibly by a mail scanner. */
export async function noteOpened(db: Db, turn: NotedSignatory, browser: Browser) {
  if (!turn.opened_at) await noteOnce(db, turn, { column: 'opened_at', action: 'open-link', browser })
}

/** Records when the end of the document was first shown to a signatory. */
export async function noteRead(db: Db, turn: NotedSignatory, browser: Browser) {
  if (!turn.read_at) await noteOnce(db, turn, { column: 'read_at', action: 'read-to-end', browser })
}

interface Note {
  column: 'opened_at' | 'read_at'
  action: 'open-link' | 'read-to-end'
  browser: Browser
}

async function noteOnce(db: Db, turn: NotedSignatory, { column, action, browser }: Note) {
  if (turn.signing_state !== 'started' || turn.state !== 'invited') return
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, turn.signing_id)
    const updated = await trx
      .updateTable('signing.signatory')
      .set({ [column]: now() })
      .where('id', '=', turn.id)
      .where(column, 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 1n) await logSignatory(trx, turn, action, browser)
  })
}

/**
 * Logs that the mail server or SMS service accepted or refused the message with a signatory's current link.
 */
export async function logDelivery(trx: Db, { id, delivered }: { id: string; delivered: boolean }) {
  const turn = await trx
    .selectFrom('signing.builtin_link as link')
    .innerJoin('signing.signatory as signatory', 'signatory.id', 'link.signatory_id')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select(['document_id', 'signatory.name', 'party', 'email', 'phone'])
    .where('mail_id', '=', id)
    .where('signing.state', '=', 'started')
    .executeTakeFirst()
  if (!turn) return
  const action = delivered ? 'deliver-invitation' : 'refuse-invitation'
  await logAction(trx, turn.document_id, 'system', action, nameAndContact(turn))
}

/** The text on the signing page to which a person agrees by signing. */
export function consentIn(locale: Locale): string {
  const t = translate(locale)
  return `${t('signing.signer.law')} ${t('signing.signer.recorded')}`
}
