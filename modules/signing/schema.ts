import type { ColumnType, Generated } from 'kysely'
import type { PlaceChoice } from '#modules/printing/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { SigningCopy } from './copy/signing-copy.ts'
import type { Signature } from './providers/builtin/signature.ts'
import type { SigningSealTables } from './seals/seal-schema.ts'

export interface SignatoryEntry {
  id: string
  party: string
  name: string
  /** Their title in the party, printed below their signature. */
  title?: string
  email: string
  /** The language of mails to them; by default the sender's. */
  locale?: Locale
  /** Where they sign; by default in their block, or at the end of an imported PDF. */
  spots?: PlaceChoice[]
}

type Json<T> = ColumnType<T, string, string>

export interface SettingTable {
  document_id: string
  signatories: Json<SignatoryEntry[]>
  updated_at: Date
}

/** The e-sign providers; each has its folder in providers/. */
export type ProviderName = 'builtin'

/** stopped: by our staff, because it could not continue. */
export type SigningState = 'started' | 'completed' | 'declined' | 'expired' | 'stopped'

export interface SigningTable {
  id: string
  document_id: string
  team_id: string
  starter_id: string
  starter_name: string
  starter_team: string
  document_name: string
  document_number: string
  provider: ProviderName
  state: SigningState
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  /** When the participants were notified that it waits. */
  held_up_told_at: Date | null
  /** The file that was sent; null when it was the final PDF, in which a party's signatories share a line. */
  copy: ColumnType<SigningCopy | null, string | undefined, never>
}

/** signing: the person has signed, and a job is writing the signature into the file. */
export type SignatoryState = 'waiting' | 'invited' | 'signing' | 'signed' | 'declined'

export interface SignatoryTable {
  id: string
  signing_id: string
  position: number
  party: string
  name: string
  title: string
  email: string
  locale: Locale
  state: SignatoryState
  signature: ColumnType<Signature | null, string | null, string>
  signed_at: Date | null
  reason: string | null
  /** When the sender sent reminders, oldest first. */
  reminders: Generated<Date[]>
}

export interface BuiltinLinkTable {
  signatory_id: string
  token_hash: string
  entrance_hash: string | null
  entrance_expires_at: Date | null
}

/** The last code sent to a browser with a signatory's link. */
export interface BuiltinCodeTable {
  signatory_id: string
  visitor_hash: string
  /** Null once it is used. */
  code_hash: string | null
  sent_at: Date
  tries: Generated<number>
  /** When this browser entered with a code; since then it is known as the signatory's. */
  entered_at: Date | null
}

/** Links that a newer one replaced: they only show a notice. */
export interface BuiltinReplacedLinkTable {
  token_hash: string
  signatory_id: string
  replaced_at: Date
}

export interface BuiltinRevisionTable {
  signing_id: string
  /** the signatory's position; one more for the closing seal */
  number: number
  key: string
  sha256: string
  created_at: Date
}

export interface AuthorityTable {
  id: number
  certificate: Buffer
  /** PKCS#8, sealed with AES-256-GCM under the SECRET_KEY */
  sealed_key: Buffer
  created_at: Date
}

/**
 * authority: issues our certificates; operator: signs in the operator's name; clock: a time-stamp server that
 * was used.
 */
export type IdentityKind = 'authority' | 'operator' | 'clock'

/** A certificate that we have used. Everything its key made is ours, whichever certificate we use now. */
export interface IdentityTable {
  kind: IdentityKind
  /** SHA-256 of the public key (SubjectPublicKeyInfo). */
  fingerprint: Buffer
  /** DER */
  certificate: Buffer
  certificate_sha256: Buffer
  used_from: Date
  /** Null while it is in use. */
  used_until: Date | null
  created_at: Date
}

export interface SigningTables extends SigningSealTables {
  'signing.setting': SettingTable
  'signing.signing': SigningTable
  'signing.signatory': SignatoryTable
  'signing.builtin_link': BuiltinLinkTable
  'signing.builtin_code': BuiltinCodeTable
  'signing.builtin_replaced_link': BuiltinReplacedLinkTable
  'signing.builtin_revision': BuiltinRevisionTable
  'signing.authority': AuthorityTable
  'signing.identity': IdentityTable
}

declare module '#src/db/db.ts' {
  interface Database extends SigningTables {}
}
