import type { IdentityLevel, RemoteSender, RemoteSignatory } from '../remote/service.ts'
import { refused } from './errors.ts'

export interface Account {
  /** An email address, or a mobile number without its country code. */
  psnAccount: string
  /** How the owner of the account is notified: 1 by SMS, 2 by mail. */
  noticeTypes: '1' | '2'
}

/**
 * The account of a signatory at the service. All calls must use the same account; otherwise the service does
 * not find the person. Numbers outside the mainland are not valid accounts.
 */
export function accountOf({ email, phone, party }: RemoteSignatory): Account {
  const account = chooseAccount(email, phone, party.mainland)
  if (!account) throw refused('contact', 'Signatories need a mailbox or a mobile number of mainland China')
  return account
}

/** How the service identifies a signatory: people abroad only prove that the account is theirs. */
export function levelOf(signatory: RemoteSignatory): IdentityLevel {
  if (signatory.party.mainland) return 'real-name'
  return accountOf(signatory).psnAccount.includes('@') ? 'email' : 'phone'
}

/** The account of a sender; null if the sender has to enter it at the service. */
export const accountOfSender = ({ email, phone }: RemoteSender): Account | null =>
  chooseAccount(email, phone, true)

function chooseAccount(email: string | null, phone: string | null, prefersPhone: boolean): Account | null {
  const mobile = /^\+86(1\d{10})$/.exec(phone ?? '')?.[1]
  if (mobile && (prefersPhone || !email)) return { psnAccount: mobile, noticeTypes: '1' }
  return email ? { psnAccount: email, noticeTypes: '2' } : null
}

export interface Organisation {
  name: string
  registrationNumber: string | null
}

/** How the service represents an institution of mainland China. */
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
