import type { ColumnType, Generated } from 'kysely'
import type { PlaceChoice } from '#modules/printing/index.ts'
import type { Elements } from '#modules/real-name/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { SigningCopy } from './copy/signing-copy.ts'
import type { Signature } from './providers/builtin/signature.ts'
import type { ProviderName } from './providers/provider-name.ts'
import type { RemoteTables } from './providers/remote/remote-schema.ts'
import type { SignatoryRole } from './providers/signatory-role.ts'
import type { SigningSealTables } from './seals/seal-schema.ts'
import type { TransparencyTables } from './transparency/log-schema.ts'

/** How a signatory is identified: by a code to the mailbox, to the phone, or one to each. */
export type Identification = 'email' | 'phone' | 'both'

export interface SignatoryEntry {
  id: string
  party: string
  /** By default 'signer'. */
  role?: SignatoryRole
  /** Whether the person signs at the same time as the previous entry; by default afterwards. */
  together?: boolean
  name: string
  /** The person's title in the party, printed below the signature. */
  title?: string
  /** '' if the person is only reached by phone. */
  email: string
  /** The phone number as typed. */
  phone?: string
  /** If both contacts are set: where codes are sent, by default to the mailbox. */
  identification?: Identification
  /** The elements of the real name to check before the person may read the document; by default none. */
  realName?: Elements
  /** The language of mails to the person; by default the sender's. */
  locale?: Locale
  /** Where the person signs; by default in the person's block, or at the end of an imported PDF. */
  spots?: PlaceChoice[]
}

/** The sender's choices for a signing as a whole. */
export interface SigningOptions {
  /** Days until the signing expires, 1 to 90. */
  days: number
  /** Days between automatic reminders; 0 for none. */
  reminderDays: number
  /** Included in the invitation to everyone. */
  message: string
}

type Json<T> = ColumnType<T, string, string>

export interface SettingTable {
  document_id: string
  signatories: Json<SignatoryEntry[]>
  options: ColumnType<SigningOptions | null, string | undefined, string>
  updated_at: Date
}

/** stopped: ended by our staff, because it could not continue. */
export const SIGNING_STATES = ['started', 'completed', 'declined', 'expired', 'stopped'] as const
export type SigningState = (typeof SIGNING_STATES)[number]

export interface SigningTable {
  id: string
  document_id: string
  team_id: string
  starter_id: string
  starter_name: string
  starter_team: string
  document_name: string
  document_number: string
  state: SigningState
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  /** When the participants were notified of a delay by a fault of ours. */
  held_up_told_at: Date | null
  message: Generated<string>
  /** Days between automatic reminders; 0 for none. */
  reminder_days: Generated<number>
  /** When the certificate of completion was stored. */
  certified_at: Date | null
  /** Printed on each page of the sent file; null for signings from before check codes existed. */
  check_code: string | null
  /**
   * The data of the sent file; null if it was the final PDF, in which a party's signatories share a line.
   */
  copy: ColumnType<SigningCopy | null, string | undefined, never>
  /** When the signed file needs another time-stamp; null if not known yet, or never time-stamped. */
  renew_at: ColumnType<Date | null, undefined, Date | null>
  /** W3C trace context of the request that started it; null if that was not recorded. */
  traceparent: ColumnType<string | null, string | undefined, never>
}

/**
 * signing: the person has signed, and a job is writing the signature into the file. Recipients of a copy
 * stay in state waiting.
 */
export const SIGNATORY_STATES = ['waiting', 'invited', 'signing', 'signed', 'approved', 'declined'] as const
export type SignatoryState = (typeof SIGNATORY_STATES)[number]

export interface SignatoryTable {
  id: string
  signing_id: string
  /** The provider at which the person signs. */
  provider: Generated<ProviderName>
  /** Counted from 1. The people of a stage sign at the same service, and stages follow each other. */
  stage: Generated<number>
  /** Whether the service could not deliver its last message to the person. */
  unreachable: Generated<boolean>
  /** The person's position in the list, also used in the names of signature fields. */
  position: number
  /** Signatories with the same number sign at the same time. */
  turn_order: Generated<number>
  role: Generated<SignatoryRole>
  party: string
  name: string
  title: string
  /** One of `email` and `phone` may be null. */
  email: string | null
  /** As E.164. */
  phone: string | null
  identification: Generated<Identification>
  locale: Locale
  state: SignatoryState
  signature: ColumnType<Signature | null, string | null, string>
  signed_at: Date | null
  reason: string | null
  /** When reminders were sent, by the sender or by schedule, oldest first. */
  reminders: Generated<Date[]>
  invited_at: Date | null
  /**
   * When the link was first opened, when the person was first identified, and when the end of the document
   * was first shown.
   */
  opened_at: Date | null
  entered_at: Date | null
  read_at: Date | null
  /** The name of the person who handed the signing over to this person. */
  handed_over_from: string | null
}

/** asked: not passed yet; waived: the sender no longer requires it. */
export type RealNameState = 'asked' | 'passed' | 'waived'

/** The check of a signatory's real name, if the sender requires a check. */
export interface RealNameCheckTable {
  signatory_id: string
  elements: Elements
  state: RealNameState
  /** Attempts without a match on the day of the last attempt; attempts without an answer do not count. */
  tries: Generated<number>
  /** The day in Shanghai of the last attempt, as yyyy-MM-dd. */
  tried_on: ColumnType<string | null, string | undefined, string | null>
  /**
   * The end of the time in which an attempt may be waiting for the service; only one attempt may run at a
   * time.
   */
  checking_until: ColumnType<Date | null, Date | undefined, Date | null>
  /** The compared input; of numbers only the first and last characters are stored. */
  name: ColumnType<string | null, string | undefined, string | null>
  number: ColumnType<string | null, string | undefined, string | null>
  card: ColumnType<string | null, string | undefined, string | null>
  /** The service's reference number of the call. */
  reference: ColumnType<string | null, string | undefined, string | null>
  /** When the check was passed or waived. */
  decided_at: ColumnType<Date | null, Date | undefined, Date | null>
  /** The name of the person who waived the check. */
  waived_by: ColumnType<string | null, string | undefined, string | null>
}

/** A signatory's question to the sender. */
export interface QuestionTable {
  id: string
  signatory_id: string
  text: string
  asked_at: Date
  asked_by: string
  answer: string | null
  answered_at: Date | null
  answered_by: string | null
}

export interface BuiltinLinkTable {
  signatory_id: string
  token_hash: string
  entrance_hash: string | null
  entrance_expires_at: Date | null
  /** The mail with the current link; null if it was not mailed, and for rows older than this column. */
  mail_id: string | null
}

/** The last code sent to a browser that has a signatory's link. */
export interface BuiltinCodeTable {
  signatory_id: string
  visitor_hash: string
  /** Null after the code is used. */
  code_hash: string | null
  sent_at: Date
  tries: Generated<number>
  /** When this browser entered a code; from then on it is recognised as the signatory's. */
  entered_at: Date | null
}

/** Links that a newer link replaced; they only show a notice. */
export interface BuiltinReplacedLinkTable {
  token_hash: string
  signatory_id: string
  replaced_at: Date
}

/** The file of a signing after each step. */
export interface RevisionTable {
  signing_id: string
  /** 0 for the sent file, then in the order of writing. */
  number: number
  /** Null for the sent file, for the closing seal, and for a file that another service finished. */
  signatory_id: ColumnType<string | null, string | undefined, never>
  key: string
  sha256: string
  created_at: Date
}

/** demo-time-stamp: the time-stamp authority of a demo, which production never has. */
export type AuthorityKind = 'root' | 'intermediate' | 'demo-time-stamp'

/** An authority whose key we have. One of each kind is in use; the others are retired. */
export interface AuthorityTable {
  id: Generated<number>
  kind: AuthorityKind
  /** The root of an intermediate. */
  issuer_id: number | null
  certificate: Buffer
  /** PKCS#8, encrypted with AES-256-GCM under SECRET_KEY. */
  sealed_key: Buffer
  created_at: Date
  /** When it stopped issuing certificates; null while it is in use. */
  retired_at: Date | null
}

/** One of our certificates that was revoked. */
export interface RevocationTable {
  /** In upper-case hexadecimal; random, so that our certificates have distinct serials. */
  serial: string
  /** The authority that issued the certificate. */
  authority_id: number
  /** The time from which the certificate counts as revoked. */
  revoked_at: Date
  created_at: Date
}

/**
 * authority: issues our certificates; operator: signs in the operator's name; clock: a time-stamp server that
 * was used.
 */
export type IdentityKind = 'authority' | 'operator' | 'clock'

/**
 * A certificate that we have used. Everything signed with its key is ours, whichever certificate we use now.
 */
export interface IdentityTable {
  kind: IdentityKind
  /** SHA-256 of the public key (SubjectPublicKeyInfo). */
  fingerprint: Buffer
  /** As DER. */
  certificate: Buffer
  certificate_sha256: Buffer
  used_from: Date
  /** Null while the certificate is in use. */
  used_until: Date | null
  created_at: Date
}

export interface SigningTables extends SigningSealTables, TransparencyTables, RemoteTables {
  'signing.setting': SettingTable
  'signing.signing': SigningTable
  'signing.signatory': SignatoryTable
  'signing.question': QuestionTable
  'signing.real_name_check': RealNameCheckTable
  'signing.builtin_link': BuiltinLinkTable
  'signing.builtin_code': BuiltinCodeTable
  'signing.builtin_replaced_link': BuiltinReplacedLinkTable
  'signing.revision': RevisionTable
  'signing.authority': AuthorityTable
  'signing.identity': IdentityTable
  'signing.revocation': RevocationTable
}

declare module '#src/db/db.ts' {
  interface Database extends SigningTables {}
}
