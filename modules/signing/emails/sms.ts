import { type Locale, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { sendSmsNotice } from '#src/mail/sms.ts'
import { senderWords } from '#views/values/sender.ts'

interface Recipient {
  phone: string | null
  locale: Locale
  document_name: string
  starter_name: string
  starter_team: string
}

type SmsKind =
  | 'invited'
  | 'toApprove'
  | 'reminded'
  | 'answered'
  | 'completed'
  | 'declined'
  | 'expired'
  | 'stopped'

/** Sends the link by SMS to a signatory without a mailbox, and returns the message's id. */
export async function sendSignatorySms(
  trx: Db,
  to: Recipient,
  { kind, link }: { kind: SmsKind; link: string },
) {
  const { starter_name, document_name: document } = to
  const t = translate(to.locale)
  const text = t(`signing.sms.${kind}`, { ...senderWords(t, to), document, link })
  return sendSmsNotice(trx, to.phone!, { text, link, sender: starter_name, document })
}
