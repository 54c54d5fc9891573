import type { IdentityLevel, RemoteSender, RemoteSignatory } from '../remote/service.ts'
import { refused } from './errors.ts'

export interface Account {
  /** A mailbox, or a mobile number without its country. */
  psnAccount: string
  /** How its owner is notified: 1 by SMS, 2 by mail. */
  noticeTypes: '1' | '2'
}

/**
 * The account of a signatory at the service. Every call must use the same one, or the service does not find
 * the person. Numbers outside the mainland are no accounts.
 */
export function accountOf({ email, phone, party }: RemoteSignatory): Account {
  const account = chosen(email, phone, party.mainland)
  if (!account) throw refused('contact', 'Signatories need a mailbox or a mobile number of mainland China')
  return account
}

/** How the service identifies a signatory: people abroad prove only that the account is theirs. */
export function levelOf(signatory: RemoteSignatory): IdentityLevel {
  if (signatory.party.mainland) return 'real-name'
  return accountOf(signatory).psnAccount.includes('@') ? 'email' : 'phone'
}

/** The account of a sender; null when they have to enter it themselves. */
export const accountOfSender = ({ email, phone }: RemoteSender): Account | null => chosen(email, phone, true)

function chosen(email: string | null, phone: string | null, prefersPhone: boolean): Account | null {
  const mobile = /^\+86(1\d{10})$/.exec(phone ?? '')?.[1]
  if (mobile && (prefersPhone || !email)) return { psnAccount: mobile, noticeTypes: '1' }
  return email ? { psnAccount: email, noticeTypes: '2' } : null
}

export interface Organisation {
  name: string
  registrationNumber: string | null
}

/** How the service names an institution of mainland China. */
export function organisationOf({ name, registrationNumber }: Organisation) {
  if (!registrationNumber) return { orgName: name }
  const isUnified = /^[0-9A-Z]{18}$/.test(registrationNumber)
  return {
    orgName: name,
    orgInfo: {
      orgIDCardNum: registrationNumber,
      orgIDCardType: isUnified ? 'CRED_ORG_USCC' : 'CRED_ORG_REGCODE',
    },
  }
}
