import { chosenLocale, findMailbox } from '#modules/accounts/index.ts'
import { type Brand, mailBrand } from '#modules/brand/index.ts'
import type { Elements } from '#modules/real-name/index.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import { type Locale, type Translate, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { Sample } from '#src/mail/samples.ts'
import { sendSmsLater } from '#src/mail/sms.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { momentText } from '#views/values/moment.tsx'
import { senderWords } from '#views/values/sender.ts'
import { sendSignatorySms } from '../../../emails/sms.ts'
import type { Identification, SigningState } from '../../../schema.ts'
import type { SignatoryRole } from '../../signatory-role.ts'

interface InvitationFacts {
  name: string
  document_name: string
  document_number: string
  starter_name: string
  starter_team: string
  expires_at: Date
  role: SignatoryRole
  /** How the signatory receives codes. */
  identification: Identification
  /** The sender's message; '' if there is none. */
  message: string
  handed_over_from: string | null
  /** The elements of the real-name check that must be passed before reading the document. */
  real_name_due: Elements | null
}

export interface InvitedSignatory extends InvitationFacts {
  brand: Brand | null
  starter_id: string
  email: string | null
  phone: string | null
  locale: Locale
  signing_state: SigningState
}

const sampleOf = ({ person, other, team, document, number }: Sample): InvitationFacts => ({
  name: other,
  starter_name: person,
  starter_team: team,
  document_name: document,
  document_number: number,
  expires_at: fromNow(14 * DAY),
  role: 'signer',
  identification: 'email',
  message: '',
  handed_over_from: null,
  real_name_due: null,
})

const textsFor = (t: Translate, to: InvitationFacts, moreFacts: Record<string, string>) => {
  const facts = {
    document: to.document_name,
    ...senderWords(t, to),
    earlier: to.handed_over_from ?? '',
    ...moreFacts,
  }
  return (key: MessageKey<'signing'>) => t(`signing.${key}`, facts)
}

function subjectOf(kind: 'lead' | 'reminder', { role }: InvitationFacts) {
  if (role === 'approver') return kind === 'lead' ? 'approveSubject' : 'approveReminderSubject'
  return kind === 'lead' ? 'subject' : 'reminderSubject'
}

function leadOf(kind: 'lead' | 'reminder', { role }: InvitationFacts) {
  if (role === 'approver') return kind === 'lead' ? 'approveLead' : 'approveReminder'
  return kind
}

const invitation = (kind: 'lead' | 'reminder') =>
  mailTemplate<InvitationFacts & { link: string }>(
    kind === 'lead' ? 'signing.invitation' : 'signing.reminder',
    (t, { link, ...to }) => {
      const moreFacts = { name: to.name, number: to.document_number, expires: momentText(to.expires_at) }
      const textOf = textsFor(t, to, moreFacts)
      return {
        subject: textOf(`invitationMail.${subjectOf(kind, to)}`),
        paragraphs: [
          textOf('invitationMail.hello'),
          ...(to.handed_over_from ? [textOf('invitationMail.handedOver')] : []),
          textOf(`invitationMail.${leadOf(kind, to)}`),
          ...(to.real_name_due ? [textOf('invitationMail.realName')] : []),
          ...(to.message ? [`${t('signing.messageOf', { name: to.starter_name })} ${to.message}`] : []),
        ],
        button: {
          words: textOf(to.role === 'approver' ? 'invitationMail.openToApprove' : 'invitationMail.open'),
          link,
        },
        note: textOf(`invitationMail.note.${to.identification}`),
        footer: textOf('mailFooter'),
      }
    },
    (sample) => ({ ...sampleOf(sample), link: publicUrl('/sign/sample') }),
  )

const invitations = { lead: invitation('lead'), reminder: invitation('reminder') }

/** Sends the invitation by mail, or by SMS to people without a mailbox; returns the id of the message. */
export async function sendInvitation(
  trx: Db,
  to: InvitedSignatory,
  link: string,
  lead: 'lead' | 'reminder' = 'lead',
) {
  if (!to.email) {
    const invitationKind = to.role === 'approver' ? 'toApprove' : 'invited'
    return sendSignatorySms(trx, to, { kind: lead === 'lead' ? invitationKind : 'reminded', link })
  }
  return invitations[lead](trx, await mailHeader(trx, to.email, to), { ...to, link })
}

/**
 * The recipient, language, reply address and brand of a mail. The language is the recipient's account
 * setting, otherwise the sender's choice; replies reach the sender.
 */
async function mailHeader(trx: Db, to: string, invited: InvitedSignatory) {
  const replyTo = (await findMailbox(trx, invited.starter_id))?.email ?? undefined
  const locale = await chosenLocale(trx, to, invited.locale)
  return { to, locale, replyTo, brand: mailBrand(invited) }
}

const codeMail = (subject: 'subject' | 'openSubject') =>
  mailTemplate<InvitationFacts & { code: string }>(
    subject === 'subject' ? 'signing.codeToSign' : 'signing.codeToOpen',
    (t, { code, ...to }) => {
      const textOf = textsFor(t, to, { code })
      return {
        subject: textOf(`codeMail.${subject}`),
        paragraphs: [textOf('codeMail.lead')],
        code,
        note: textOf('codeMail.note'),
        text: textOf('codeMail.text'),
        footer: textOf('mailFooter'),
      }
    },
    (sample) => ({ ...sampleOf(sample), code: '482913' }),
  )

const codeMails = { toSign: codeMail('subject'), toOpen: codeMail('openSubject') }

/** Sends a code to a mailbox or a phone: for signing, or after the signing for opening the document. */
export async function sendSignCode(
  trx: Db,
  to: InvitedSignatory,
  { address, code }: { address: string; code: string },
) {
  if (!address.includes('@')) {
    const text = translate(to.locale)('signing.sms.code', { document: to.document_name, code })
    return sendSmsLater(trx, address, text, code)
  }
  const purpose = to.signing_state === 'started' ? 'toSign' : 'toOpen'
  await codeMails[purpose](trx, await mailHeader(trx, address, to), { ...to, code })
}
