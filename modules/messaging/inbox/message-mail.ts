import { mailReaders } from '#modules/accounts/index.ts'
import type { Translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { MessageKind } from '../schema.ts'

export type MailReader = Awaited<ReturnType<typeof mailReaders>>[number]

type NoticeGroup = keyof MailReader['ways']

/** The setting that decides whether a notification is also mailed; null: it always has a separate mail. */
const GROUP_OF: Record<MessageKind, NoticeGroup | null> = {
  reviewAsked: null,
  reviewDueSoon: 'due',
  reviewAccepted: 'reviews',
  reviewApproved: 'reviews',
  reviewReturned: 'reviews',
  reviewReturnedEarly: 'reviews',
  reviewLapsed: 'reviews',
  signAsked: null,
  signDueSoon: 'due',
  signed: 'signatures',
  signingHandedOver: 'signatures',
  realNameFailed: 'questions',
  signingQuestion: 'questions',
  signingCompleted: 'endings',
  signingDeclined: 'endings',
  signingExpired: 'endings',
  signingStopped: 'endings',
  signingHeldUp: null,
  authorisationGranted: null,
  authorisationRefused: null,
  authorisationEnds: null,
  feedbackAnswered: null,
  memberJoined: 'team',
  invitationFailed: 'team',
  seatsUsed: 'team',
  planOpened: null,
  planEnds: null,
  planEndsSoon: null,
  planEnded: null,
  renewalOn: null,
  renewalDue: null,
  renewalFailed: null,
  renewalEnded: null,
  orderPlaced: null,
  orderPaid: null,
  orderClosed: null,
  orderExpired: null,
  orderReversed: null,
  slipRefused: null,
  paymentUnsettled: null,
  paymentRefunded: null,
  orderRefunded: null,
  invoiceIssued: null,
  invoiceRefused: null,
  invoiceReversed: null,
  invoiceRedLetter: null,
  chatAnswered: 'service',
  consultationExamined: null,
  consultationAnswered: null,
  consultationOffered: null,
  consultationDelivered: null,
  consultationClosed: null,
  // Announcements have separate mails; only those about new features can be switched off.
  announced: null,
  featureAnnounced: 'features',
  dataExportReady: null,
  dataExportFailed: null,
  supportAccessAsked: null,
  lawChanged: 'laws',
  datesDue: 'dates',
  webhookDisabled: null,
}

/**
 * Kinds for which the announcing module sends a more detailed mail to accounts that chose immediate mails.
 */
const MAILED_ELSEWHERE: ReadonlySet<MessageKind> = new Set([
  'signingCompleted',
  'signingDeclined',
  'signingExpired',
  'signingStopped',
  'signingHeldUp',
  'chatAnswered',
  'featureAnnounced',
  'lawChanged',
  'datesDue',
])

export interface Notification {
  kind: MessageKind
  facts: Record<string, string>
  path?: string | null
}

/** The text of a notification: one sentence, without a full stop. */
export const wordsOf = (t: Translate, { kind, facts }: Notification) => t(`messaging.message.${kind}`, facts)

export const linkOf = ({ path }: Pick<Notification, 'path'>) => publicUrl(path ?? '/mgmt/messages')

/** The link to the notification settings, in the footer of every mail that can be turned off. */
export const choiceLink = (t: Translate) => ({
  words: t('messaging.newsMail.choose'),
  link: publicUrl('/mgmt/acct-info/notices'),
})

const sendNotificationLater = mailTemplate<Notification>(
  'messaging.news',
  (t, notification) => ({
    subject: wordsOf(t, notification),
    paragraphs: [wordsOf(t, notification)],
    button: { words: t('messaging.newsMail.open'), link: linkOf(notification) },
    footer: t('messaging.newsMail.footer'),
    footerLink: choiceLink(t),
  }),
  ({ document, number, person: starter, other: otherName }) => ({
    kind: 'signed',
    path: '/mgmt/sample/signing',
    facts: { document, number, starter, who: otherName },
  }),
)

/** Mails a notification to each account by its setting: immediately, in the daily digest, or not at all. */
export async function mailNotification(
  trx: Db,
  accountIds: string[],
  notification: Notification,
): Promise<Set<string>> {
  const group = GROUP_OF[notification.kind]
  if (!group) return new Set()
  const readers = await mailReaders(trx, accountIds)
  const readersWith = (way: MailReader['ways'][NoticeGroup]) =>
    readers.filter(({ ways }) => ways[group] === way)
  if (!MAILED_ELSEWHERE.has(notification.kind))
    for (const { email: to, locale } of readersWith('now'))
      await sendNotificationLater(trx, { to, locale }, notification)
  return new Set(readersWith('daily').map(({ id }) => id))
}

/** Whether the account's present setting for this kind is the daily digest. */
export const isDaily = ({ ways }: MailReader, kind: MessageKind) => {
  const group = GROUP_OF[kind]
  return group !== null && ways[group] === 'daily'
}
