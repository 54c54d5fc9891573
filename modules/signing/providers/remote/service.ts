import type { Locale } from '#src/core/i18n.ts'
import type { ServiceLimits } from '#views/signing/service-limits.ts'
import type { SignatoryRole } from '../signatory-role.ts'

/** How reliably a provider knows a person's identity, from the weakest to the strongest. */
export type IdentityLevel = 'email' | 'phone' | 'real-name'

/**
 * The abilities of a service. The signature setting offers only what the service can do, and explains why.
 */
export interface Capabilities extends ServiceLimits {
  /** The kinds of senders who can authorise us. */
  senders: readonly RemoteSender['as'][]
  /** Whether people can receive only the signed file. */
  copies: boolean
  remind: boolean
  correctContact: boolean
  /** How often the deadline can be moved. */
  extensions: number
  /** Whether the signatories see the sender's message. */
  message: boolean
  /** The languages of the service's own pages and mails. */
  languages: readonly Locale[]
  identityLevels: readonly IdentityLevel[]
  maximumBytes: number
  /** Maximum number of days for which a signing may stay open. */
  maximumDays: number
}

/** A rectangle on a page, in points from the lower left corner of the page as displayed. */
export interface RemotePlace {
  /** Counted from 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
}

export interface RemoteParty {
  /** The key of the party, "a" to "j". */
  key: string
  as: 'individual' | 'institution'
  name: string
  /** Unified social credit code or foreign registration number of an institution. */
  registrationNumber: string | null
  legalRepresentative: string | null
  /** Whether the party is established or resident in mainland China. */
  mainland: boolean
}

export interface RemoteSignatory {
  /** Our id, a UUID, which the service stores with its own. */
  id: string
  party: RemoteParty
  role: SignatoryRole
  /** Counted from 1; signatories with the same number sign at the same time. */
  order: number
  name: string
  /** At least one of `email` and `phone` is set. */
  email: string | null
  /** As E.164. */
  phone: string | null
  locale: Locale
  /** Where the signatory signs by hand. */
  places: RemotePlace[]
  /** The places of the party's seal at the service; null if the signatory does not seal. */
  seal: { places: RemotePlace[]; crossPage: boolean } | null
}

export interface RemoteSender {
  as: 'individual' | 'institution'
  name: string
  email: string | null
  phone: string | null
  /** Name and number of the institution. */
  organisation: { name: string; registrationNumber: string } | null
  /** The service's id of the sender, from a granted authorisation. */
  reference: string | null
}

/** A file to be signed at a service. */
export interface RemoteOrder {
  /** Our id, a UUID, which the service stores as business number. */
  signingId: string
  title: string
  /** Includes the extension, without / \ : * " < > | ? */
  fileName: string
  file: Uint8Array
  sender: RemoteSender
  signatories: RemoteSignatory[]
  message: string
  expiresAt: Date
  /** The URL to which the service posts its callbacks. */
  callbackUrl: string
  /** The URL to which a signatory's browser returns; a request to it proves nothing. */
  returnUrl: string
}

export type RemoteState = 'draft' | 'started' | 'completed' | 'declined' | 'expired' | 'revoked'

export interface RemoteProgress {
  state: RemoteState
  signatories: {
    /** Our id of the signatory. */
    id: string
    state: 'waiting' | 'invited' | 'signed' | 'declined'
    /** Whether the service could not deliver its last message to the signatory. */
    undelivered: boolean
    /** How the service identified the signatory; null before signing. */
    level: IdentityLevel | null
    /** When the signatory signed or declined. */
    at: Date | null
    /** Why the signatory declined. */
    reason: string | null
  }[]
}

export type RemoteAuthorisation =
  | { state: 'pending' }
  /** The beginning or the end is null if the service does not name it. */
  | { state: 'granted'; reference: string; from: Date | null; until: Date | null }
  | { state: 'refused' | 'lapsed'; reason: string | null }

/**
 * fetched: the file; applied: the number of an application whose report is not ready; none: the service
 * makes no reports.
 */
export type RemoteEvidence =
  | { state: 'fetched'; fileName: string; bytes: Uint8Array }
  | { state: 'applied'; application: string }
  | { state: 'none' }

/** A request that claims to come from the service. */
export interface CallbackRequest {
  /** Header names in lower case. */
  headers: Record<string, string>
  /** The decoded query of the URL. */
  query: Record<string, string>
  body: Uint8Array
}

/** A verified callback. It is only a reason to query the service, never a fact. */
export interface Callback {
  /** The idempotency key, which is the same in all deliveries of an event. */
  key: string
  about:
    | { kind: 'signing'; remoteId: string }
    | { kind: 'authorisation'; flow: string }
    /** An event that we do not use; it is acknowledged too. */
    | { kind: 'other' }
}

/**
 * The calls to one e-sign service, without a database. Every method throws a ProviderError. Signing takes
 * two steps: a draft costs nothing and notifies no one, so it may be repeated if its answer was lost; its id
 * is stored before it is started.
 */
export interface RemoteService {
  capabilities: Capabilities
  /** The page on which the sender authorises us; `flow` is the service's id of this attempt. */
  authorise(
    sender: RemoteSender,
    urls: { callbackUrl: string; returnUrl: string; locale: Locale },
  ): Promise<{ flow: string; url: string }>
  /**
   * The result of an attempt. `query`: the decoded query of the sender's return URL, which proves nothing
   * alone.
   */
  authorisation(flow: string, query?: Record<string, string>): Promise<RemoteAuthorisation>
  /** Uploads the file and creates a draft. Returns the service's id of the signing. */
  draft(order: RemoteOrder): Promise<string>
  /** Starts a draft; does nothing if it is already started. */
  start(remoteId: string): Promise<void>
  progress(remoteId: string): Promise<RemoteProgress>
  /** A URL at which the signatory can sign now. It may expire within minutes, so it is never mailed. */
  signerLink(remoteId: string, signatory: RemoteSignatory, returnUrl: string): Promise<string>
  remind(remoteId: string, signatory: RemoteSignatory): Promise<void>
  /** Invites a signatory at a corrected contact; only with `capabilities.correctContact`. */
  correctContact?(remoteId: string, signatory: RemoteSignatory): Promise<void>
  /** Only with `capabilities.extensions`. */
  extend?(remoteId: string, expiresAt: Date): Promise<void>
  /** Ends a running signing; does nothing if it has already ended. */
  revoke(remoteId: string, reason: string): Promise<void>
  /** The signed PDF of a completed signing. */
  download(remoteId: string): Promise<Uint8Array>
  /**
   * The service's evidence of a completed signing. An application costs money, so its number is stored and
   * passed to the next call.
   */
  evidence(remoteId: string, application: string | null): Promise<RemoteEvidence>
  /** Verifies a callback; null if it is not from the service, or too old. */
  readCallback(request: CallbackRequest): Callback | null
  /** The response that the service accepts as an acknowledgement; it must be sent within seconds. */
  acknowledgement: { status: 200; contentType: string; body: string }
}
