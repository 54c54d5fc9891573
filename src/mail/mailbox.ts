const GMAIL = /^(gmail|googlemail)\.com$/

/**
 * One mailbox, however it is spelt, to count what goes there: without upper case, without a tag after a plus
 * sign, without the dots that Gmail does not see.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  const person = local.split('+')[0]!
  return GMAIL.test(domain) ? `${person.replaceAll('.', '')}@gmail.com` : `${person}@${domain}`
}
