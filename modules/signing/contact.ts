import { mobileNumber, shownMobile } from '#src/core/identity-numbers/mobile-number.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { maskEmail, maskPhone } from '#views/layout/entrance-card.tsx'
import type { Identification, SignatoryEntry } from './schema.ts'

/** How a person is reached; at least one of the two is set. */
export interface Contact {
  email: string | null
  phone: string | null
}

/** The address that receives links: the mailbox if the person has one, otherwise the phone number. */
export const addressOf = ({ email, phone }: Contact): string => email ?? phone!

/** Both contacts, for readers who may see them. */
export const contactText = ({ email, phone }: Contact): string =>
  [email, phone && shownMobile(phone)].filter(Boolean).join(' · ')

/** Whether two people share a mailbox or a phone number. */
export const sharesContact = (one: Contact, other: Contact): boolean =>
  (one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase()) ||
  (one.phone !== null && one.phone === other.phone)

/** Whether an account has one of the person's contacts. */
export const isAtAccount = (contact: Contact, { email, mobile }: Pick<Viewer, 'email' | 'mobile'>): boolean =>
  sharesContact(contact, { email, phone: mobile })

/** The contacts of a setting entry; an invalid phone number is left out. */
export function contactIn({ email, phone = '' }: Pick<SignatoryEntry, 'email' | 'phone'>): Contact {
  return { email: email || null, phone: mobileNumber(phone) }
}

/**
 * How a person with these contacts is identified: as chosen if both are set, otherwise by the only contact.
 */
export function identificationOf(
  { email, phone }: Contact,
  chosen: Identification = 'email',
): Identification {
  if (email && phone) return chosen
  return email ? 'email' : 'phone'
}

interface Identified extends Contact {
  identification: Identification
}

/** The addresses for codes: one contact, or both. */
export const codeAddressesOf = ({ email, phone, identification }: Identified): string[] =>
  identification === 'both' ? [email!, phone!] : [identification === 'email' ? email! : phone!]

const maskAddress = (address: string) => (address.includes('@') ? maskEmail(address) : maskPhone(address))

/** The masked address for links, for readers who may not see all of it. */
export const maskedAddressOf = (contact: Contact): string => maskAddress(addressOf(contact))

/** The masked addresses for codes, for readers who may not see all of them. */
export const maskedCodeAddressesOf = (person: Identified): string =>
  codeAddressesOf(person).map(maskAddress).join(' · ')

/** The contacts as details of an entry in the action log. */
export const contactDetails = ({ email, phone }: Contact) => ({
  ...(email && { email }),
  ...(phone && { phone }),
})
