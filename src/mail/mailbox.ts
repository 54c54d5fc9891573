import { asciiAddress } from '#views/values/address.ts'

const GMAIL = /^(gmail|googlemail)\.com$/

/**
 * The canonical form of a mailbox, for counting: lower case, without a tag after a plus sign, and without
 * the dots that Gmail ignores. A phone number is unchanged.
 */
export function mailboxOf(address: string): string {
  if (!address.includes('@')) return address
  const asciiDomain = asciiAddress(address.trim().toLowerCase()) ?? address.trim().toLowerCase()
  const [local = '', domain = ''] = asciiDomain.split('@')
  const person = local.split('+')[0]!
  return GMAIL.test(domain) ? `${person.replaceAll('.', '')}@gmail.com` : `${person}@${domain}`
}
