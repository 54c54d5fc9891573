import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Locale } from '#src/core/i18n.ts'
import type { PageBox } from '#src/pdf/pictures.ts'
import type { RemoteOrder, RemoteSignatory } from '../remote/service.ts'
import { refused } from './errors.ts'
import { APPROVE_TAB, signHereTab } from './places.ts'

/** The languages of DocuSign's mails and pages. */
export const LANGUAGES: Record<Locale, string> = { zh_CN: 'zh_CN', zh_TW: 'zh_TW', en_US: 'en' }

/** The first `length` UTF-16 units of a text, without cutting a character in half. */
export function cut(text: string, length: number): string {
  const cutText = text.slice(0, length)
  return cutText.isWellFormed() ? cutText : cutText.slice(0, -1)
}

export const nameOf = ({ name }: Pick<RemoteSignatory, 'name'>) => cut(name, 100)

export const subjectOf = (title: string) => cut(title.replace(/\s+/g, ' ').trim(), 100)

/** How a recipient is reached. Throws 'refused' if the account has no way to reach them. */
export function contactOf({ email, phone }: RemoteSignatory, sms: boolean) {
  const phoneNumber = phone && sms ? phoneNumberOf(phone) : null
  if (email && phoneNumber) {
    const secondary = { secondaryDeliveryMethod: 'SMS', phoneNumber }
    return { email, deliveryMethod: 'Email', additionalNotifications: [secondary] }
  }
  if (email) return { email, deliveryMethod: 'Email' }
  if (phoneNumber) return { deliveryMethod: 'SMS', phoneNumber }
  throw refused('NO_CONTACT', 'DocuSign needs an email address, because SMS delivery is not enabled')
}

function phoneNumberOf(phone: string) {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed) throw refused('INVALID_PHONE', 'The phone number is not one in the form of E.164')
  return { countryCode: parsed.countryCallingCode, number: parsed.nationalNumber }
}

/**
 * The recipients of an envelope. A signer is "embedded", so that we can open the signing page, but is also
 * invited by DocuSign. Copies are sent after all others have acted.
 */
export function recipientsOf({ signatories, title, message }: RemoteOrder, pages: PageBox[], sms: boolean) {
  const lastOrder = Math.max(...signatories.map(({ order }) => order))
  const recipients = signatories.map((one, index) => {
    const sharedFields = {
      recipientId: String(index + 1),
      name: nameOf(one),
      ...contactOf(one, sms),
      emailNotification: {
        emailSubject: subjectOf(title),
        emailBody: cut(message, 10_000),
        supportedLanguage: LANGUAGES[one.locale],
      },
      customFields: [one.id],
    }
    return { one, common: sharedFields }
  })
  const actingRecipients = recipients.filter(({ one }) => one.role !== 'copy')
  const copies = recipients.filter(({ one }) => one.role === 'copy')
  return {
    signers: actingRecipients.map(({ one, common: sharedFields }) => ({
      ...sharedFields,
      routingOrder: String(one.order),
      ...embeddingOf(one),
      tabs: tabsOf(one, pages),
    })),
    carbonCopies: copies.map(({ common: sharedFields }) => ({
      ...sharedFields,
      routingOrder: String(lastOrder + 1),
    })),
  }
}

export const embeddingOf = ({ id }: RemoteSignatory) => ({
  clientUserId: id,
  embeddedRecipientStartURL: 'SIGN_AT_DOCUSIGN',
})

/** A signer without fixed places chooses where to sign. */
function tabsOf({ role, places }: RemoteSignatory, pages: PageBox[]) {
  if (role === 'approver') return { approveTabs: [APPROVE_TAB] }
  return { signHereTabs: places.map((place) => signHereTab(place, pages)) }
}
