import { REPLY } from '#src/calendar/reply.ts'
import { config } from '#src/core/config.ts'
import './events.ts'
import { findMailbox } from '#modules/accounts/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { emit } from '#src/jobs/module-events.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { Sample } from '#src/mail/samples.ts'
import type { GroupWith } from '#views/language/messages.ts'
import { numberOf, type Request } from './step.ts'

interface Facts {
  id: string
  number: string
  /** The message of our staff. */
  words: string
  price: string
  days: number
}

const SAMPLE = ({ requestNumber: number, answer: words }: Sample): Facts => ({
  id: 'sample',
  number,
  words,
  price: 'CNY 3,600.00',
  days: 7,
})

/**
 * The text of the mail. It contains no text by the customer, because the reply address may belong to a
 * stranger.
 */
const mailText = (step: GroupWith<'consultation.mail', 'subject' | 'lead'>) =>
  mailTemplate<Facts>(
    `consultation.${step}`,
    (t, { id, words, ...facts }) => ({
      subject: t(`consultation.mail.${step}.subject`, facts),
      paragraphs: [
        t(`consultation.mail.${step}.lead`, { ...facts, reply: REPLY.general }),
        ...words.split(/\n+/).filter(Boolean),
      ],
      button: { words: t('consultation.mail.open'), link: publicUrl(`/mgmt/consultations/${id}`) },
      footer: t('consultation.mail.footer'),
    }),
    SAMPLE,
  )

const MAILS = {
  requested: mailText('requested'),
  examined: mailText('examined'),
  answered: mailText('answered'),
  offered: mailText('offered'),
  accepted: mailText('accepted'),
  delivered: mailText('delivered'),
  closed: mailText('closed'),
}

type MailKey = keyof typeof MAILS

/** The customer's own actions are confirmed by mail only, without a notification. */
const NOTIFICATIONS = {
  examined: 'consultationExamined',
  answered: 'consultationAnswered',
  offered: 'consultationOffered',
  delivered: 'consultationDelivered',
  closed: 'consultationClosed',
} as const

/** The language for the customer: their account's current language, otherwise the request's. */
export const localeOf = (asker: { locale: Locale } | undefined, request: { locale: Locale }) =>
  asker?.locale ?? request.locale

/**
 * Notifies the customer of the new state; once our staff have seen the request, notifies the reply address
 * too.
 */
export async function notifyCustomer(trx: Db, request: Request, step: MailKey, words = '') {
  const { id, account_id: accountId, email, price } = request
  const number = numberOf(id)
  const asker = await findMailbox(trx, accountId)
  const ownAddress = asker?.email ?? ''
  const locale = localeOf(asker, request)
  const facts = { id, number, words, price, days: request.days ?? 0 }
  const replyAddress = step === 'requested' || email.toLowerCase() === ownAddress.toLowerCase() ? '' : email
  for (const to of [ownAddress, replyAddress]) if (to) await MAILS[step](trx, { to, locale }, facts)
  if (step === 'requested' || step === 'accepted') return
  const news = { kind: NOTIFICATIONS[step], facts: { number }, path: `/mgmt/consultations/${id}` }
  await emit(trx, 'consultation-news', { accountIds: [accountId], ...news })
}

const STEPS = ['request', 'reply', 'accept', 'decline', 'withdraw', 'confirm'] as const

const sendStaffMail = mailTemplate<{ id: string; number: string; step: (typeof STEPS)[number] }>(
  'consultation.toStaff',
  (t, { id, number, step }) => ({
    subject: t(`consultation.toStaff.${step}`, { number }),
    paragraphs: [t('consultation.toStaff.lead', { number })],
    button: { words: t('consultation.toStaff.open'), link: publicUrl(`/desk/consultations/${id}`) },
    footer: t('common.mail.staffFooter'),
  }),
  ({ requestNumber: number }) => ({ id: 'sample', number, step: 'request' }),
)

/** Notifies our own mailbox of a customer's action; the message itself is read at the desk. */
export async function notifyStaff(trx: Db, { id }: Pick<Request, 'id'>, step: (typeof STEPS)[number]) {
  const number = numberOf(id)
  await sendStaffMail(trx, { to: config.company.mail, locale: 'zh_CN' }, { id, number, step })
}
