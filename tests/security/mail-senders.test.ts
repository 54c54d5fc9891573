import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOCALES } from '#src/core/i18n.ts'
import '#src/app/app.tsx'
import { mailNames, sampleMail } from '#src/mail/mail-template.tsx'
import { SAMPLES } from '#src/mail/samples.ts'
import { sourceFiles } from '#tests/support/files.ts'

/** The name of the limit, if a person can cause mails to others; otherwise what causes the mail. */
type Bound = readonly [limit: string, ...string[]] | 'to the person who acts' | 'by staff' | 'by the clock'

const SIGNING = ['signing-mailbox', 'signing-recipient', 'signing-team'] as const
const REVIEW = ['review-mailbox', 'review-team'] as const

/** Every mail of the product, and what prevents one or many accounts from flooding a mailbox with it. */
const BOUNDS: Record<string, Bound> = {
  'accounts.codeMail': ['code-network', 'code-mailbox', 'code-part'],
  'accounts.noAccountMail': ['code-network', 'code-mailbox', 'code-part'],
  'accounts.invitation': ['invitation', 'invitation-mailbox', 'invitation-resent'],
  'accounts.deletionAsked': ['support-request'],
  'accounts.deletionToSupport': ['support-request'],
  'accounts.corrected': 'by staff',
  'accounts.deviceForgotten': 'to the person who acts',
  'accounts.deviceRemembered': 'to the person who acts',
  'accounts.emailChanged': 'to the person who acts',
  'accounts.erased': 'by staff',
  'accounts.factorAdded': 'to the person who acts',
  'accounts.factorRemoved': 'to the person who acts',
  'accounts.factorRenamed': 'to the person who acts',
  'accounts.factorsRequired': 'to the person who acts',
  'accounts.factorsWaived': 'to the person who acts',
  'accounts.factorsReset': 'by staff',
  'accounts.handedOver': 'by staff',
  'accounts.left': 'to the person who acts',
  'accounts.mobileChanged': 'to the person who acts',
  'accounts.passwordChanged': 'to the person who acts',
  'accounts.planOpened': 'by staff',
  'accounts.recoveryCodeUsed': 'to the person who acts',
  'accounts.recoveryCodesMade': 'to the person who acts',
  'accounts.restored': 'by staff',
  'accounts.restricted': 'by staff',
  'accounts.staffInvitation': ['staff-invitation-mailbox'],
  'accounts.sessionsEnded': 'by staff',
  'accounts.socialBound': 'to the person who acts',
  'accounts.socialUnbound': 'to the person who acts',
  'announcements.announcement': 'by staff',
  'authorisations.authorisationEnds': 'by the clock',
  'authorisations.authorisationGranted': 'by staff',
  'authorisations.authorisationRefused': 'by staff',
  'supportAccess.request': ['support-access'],
  'authorisations.staffNotice': ['authorisations'],
  'calendar.overdue': 'by the clock',
  'chat.answer': ['chat-address', 'chat-start'],
  'laws.change': 'by staff',
  'keyDates.reminder': 'by the clock',
  'publishing.notPublished': 'by the clock',
  'consultation.accepted': 'to the person who acts',
  'consultation.answered': 'by staff',
  'consultation.closed': 'by staff',
  'consultation.delivered': 'by staff',
  'consultation.examined': 'by staff',
  'consultation.offered': 'by staff',
  'consultation.requested': 'to the person who acts',
  'consultation.toStaff': ['consultation-reply'],
  'documents.newTemplates': 'by the clock',
  'messaging.answer': 'by staff',
  'messaging.digest': 'by the clock',
  'messaging.news': [...REVIEW, ...SIGNING],
  'messaging.receipt': ['feedback', 'feedback-receipt'],
  'messaging.toStaff': ['feedback'],
  'orders.closed': 'to the person who acts',
  'orders.expired': 'by the clock',
  'orders.invoiceIssued': 'by staff',
  'orders.invoiceRefused': 'by staff',
  'orders.invoiceReversed': 'by staff',
  'orders.invoiceRedLetter': 'by staff',
  'orders.orderRefunded': 'by staff',
  'orders.paid': 'to the person who acts',
  'orders.placed': 'to the person who acts',
  'orders.planEnded': 'by the clock',
  'orders.planEnds': 'by the clock',
  'orders.planEndsSoon': 'by the clock',
  'orders.refunded': 'by staff',
  'orders.renewalDue': 'by the clock',
  'orders.renewalEnded': 'to the person who acts',
  'orders.renewalFailed': 'by the clock',
  'orders.renewalOn': 'to the person who acts',
  'orders.reversed': 'by staff',
  'orders.slipRefused': 'by staff',
  'orders.unsettled': 'to the person who acts',
  'review.asked': REVIEW,
  'review.code': ['review-code-mailbox', 'review-code-part'],
  'review.moved': REVIEW,
  'review.reminded': [...REVIEW, 'reminders'],
  'signing.answer': ['signing-questions'],
  'signing.codeToOpen': ['sign-code-mailbox', 'sign-code-part'],
  'signing.codeToSign': ['sign-code-mailbox', 'sign-code-part'],
  'signing.completed': SIGNING,
  'signing.declined': SIGNING,
  'signing.expired': SIGNING,
  'signing.heldUp': 'by the clock',
  'signing.invitation': [
    ...SIGNING,
    'address-correction',
    'corrected-mailbox',
    'hand-over',
    'handed-mailbox',
  ],
  'signing.reminder': [...SIGNING, 'reminders'],
  'signing.stopped': 'by staff',
  'webhooks.failing': 'by the clock',
  'webhooks.gone': 'by the clock',
}

const sources = sourceFiles(['src', 'modules']).map((file) => [file, readFileSync(file, 'utf8')] as const)

test('every mail has a limit, and a new one must be listed', () => {
  expect(mailNames()).toEqual(Object.keys(BOUNDS).sort())
})

test('each named limit is used somewhere', () => {
  const code = sources.map(([, text]) => text).join('\n')
  for (const name of new Set(Object.values(BOUNDS).flatMap((bound) => (Array.isArray(bound) ? bound : []))))
    expect([name, code.includes(`'${name}'`)]).toEqual([name, true])
})

test('a text message is sent only for codes, and to signatories and owners without a mailbox', () => {
  const sendersOf = (name: RegExp) =>
    sources
      .filter(([, text]) => name.test(text))
      .map(([file]) => file)
      .sort()
  expect(sendersOf(/\bsendSmsLater\(/)).toEqual([
    'modules/accounts/entry/codes/code-message.ts',
    'modules/signing/providers/builtin/emails/invitation.ts',
    'src/mail/sms.ts',
  ])
  expect(sendersOf(/\bsendSmsNotice\(/)).toEqual(['modules/signing/emails/sms.ts', 'src/mail/sms.ts'])
  expect(sendersOf(/\bsendSmsEvent\(/)).toEqual(['modules/accounts/notice-mail.ts', 'src/mail/sms.ts'])
})

/** A sender's text with our text around it, in the subject and in the body. */
const framedText = (text: string, words: string[]) =>
  words
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .reduce((left, one) => left.replaceAll(one, ''), text)
    .replace(/https?:\S+/g, '')
    .replace(/[\s\p{P}\d]/gu, '')

test('no one gets a sender’s text without our own text around it', () => {
  for (const locale of LOCALES) {
    const { locale: _, ...sample } = SAMPLES[locale]
    for (const name of mailNames()) {
      const { subject, text } = sampleMail(name, locale)!
      const [inSubject, inText] = [subject, text].map((one) => framedText(one, Object.values(sample)).length)
      expect([locale, name, inSubject! >= 2, inText! >= 20]).toEqual([locale, name, true, true])
    }
  }
})
