import { logAction } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import type { SigningState } from '../../../schema.ts'
import type { Browser } from './browser.ts'

interface Who {
  document_id: string
  name: string
  party: string
  email: string
}

interface Invited extends Who {
  id: string
  signing_state: SigningState
}

const nameAndAddress = ({ name, party, email }: Who) => ({ signatory: name, party, email })

/** Appends what a signatory does to the document's log; `facts` are details of the action. */
export async function logSignatory(
  trx: Db,
  turn: Who,
  action: 'open-link' | 'send-code' | 'open-to-sign' | 'sign' | 'decline-signing',
  browser?: Browser,
  facts: Record<string, string> = {},
) {
  const actor = { identity: 'signatory', operator: turn.name } as const
  const { party, email } = turn
  await logAction(trx, turn.document_id, actor, action, { party, email, ...facts, ...browser })
}

/** Logs an invitation and keeps its mail's id, so that the delivery can be logged. */
export async function logInvitation(trx: Db, turn: Invited, mailId: string) {
  await trx
    .updateTable('signing.builtin_link')
    .set({ mail_id: mailId })
    .where('signatory_id', '=', turn.id)
    .execute()
  await logAction(trx, turn.document_id, 'system', 'invite-signatory', nameAndAddress(turn))
}

/** Logs the first opening of a signatory's link while the signing runs; mail scanners may open it too. */
export async function logFirstOpening(db: Db, turn: Invited, browser: Browser) {
  if (turn.signing_state !== 'started') return
  await db.transaction().execute(async (trx) => {
    const first = await trx
      .updateTable('signing.builtin_link')
      .set({ opened_at: now() })
      .where('signatory_id', '=', turn.id)
      .where('opened_at', 'is', null)
      .executeTakeFirst()
    if (first.numUpdatedRows === 1n) await logSignatory(trx, turn, 'open-link', browser)
  })
}

/** The mail server accepted or refused the mail with a signatory's current link. */
export async function logDelivery(trx: Db, { id, delivered }: { id: string; delivered: boolean }) {
  const turn = await trx
    .selectFrom('signing.builtin_link as link')
    .innerJoin('signing.signatory as signatory', 'signatory.id', 'link.signatory_id')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select(['document_id', 'signatory.name', 'party', 'email'])
    .where('mail_id', '=', id)
    .where('signing.state', '=', 'started')
    .executeTakeFirst()
  if (!turn) return
  const action = delivered ? 'deliver-invitation' : 'refuse-invitation'
  await logAction(trx, turn.document_id, 'system', action, nameAndAddress(turn))
}

/** The text on the signing page to which a person agrees by signing. */
export function consentIn(locale: Locale): string {
  const t = translate(locale)
  return `${t('signing.signer.law')} ${t('signing.signer.recorded')}`
}
