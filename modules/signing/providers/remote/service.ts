import type { Locale } from '#src/core/i18n.ts'
import type { ServiceLimits } from '#views/signing/service-limits.ts'
import type { SignatoryRole } from '../signatory-role.ts'

/** How reliably a provider knows a person's identity, from the weakest to the strongest. */
export type IdentityLevel = 'email' | 'phone' | 'real-name'

/** The abilities of a service. The signature setting offers only these and gives the reason. */
export interface Capabilities extends ServiceLimits {
  /** The kinds of sender who can authorise us. */
  senders: readonly RemoteSender['as'][]
  /** People who only receive the signed file. */
  copies: boolean
  remind: boolean
  correctContact: boolean
  /** How often the deadline can be moved. */
  extensions: number
  /** The sender's message reaches the signatories. */
  message: boolean
  /** The languages of the service's own pages and mails. */
  languages: readonly Locale[]
  identityLevels: readonly IdentityLevel[]
  maximumBytes: number
  /** The longest time that a signing may stay open. */
  maximumDays: number
}

/** A rectangle on a page, in points from the page's lower left corner as it is displayed. */
export interface RemotePlace {
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
}

export interface RemoteParty {
  /** "a" to "j" */
  key: string
  as: 'individual' | 'institution'
  name: string
  /** Unified social credit code or foreign registration number of an institution. */
  registrationNumber: string | null
  legalRepresentative: string | null
  /** Established or resident in mainland China. */
  mainland: boolean
}

export interface RemoteSignatory {
  /** Our own id, a UUID, which the service stores with its own. */
  id: string
  party: RemoteParty
  role: SignatoryRole
  /** From 1; signatories with equal numbers sign at the same time. */
  order: number
  name: string
  /** At least one of the two contacts is set. */
  email: string | null
  /** E.164 */
  phone: string | null
  locale: Locale
  /** Where they sign by hand. */
  places: RemotePlace[]
  /** The places of their party's seal at the service; null when they do not seal. */
  seal: { places: RemotePlace[]; crossPage: boolean } | null
}

export interface RemoteSender {
  as: 'individual' | 'institution'
  name: string
  email: string | null
  phone: string | null
  /** Of the institution. */
  organisation: { name: string; registrationNumber: string } | null
  /** The service's own id of the sender, from a granted authorisation. */
  reference: string | null
}

/** A file to be signed at a service. */
export interface RemoteOrder {
  /** Our own id, a UUID; the service stores it as the business number. */
  signingId: string
  title: string
  /** With its extension, free of / \ : * " < > | ? */
  fileName: string
  file: Uint8Array
  sender: RemoteSender
  signatories: RemoteSignatory[]
  message: string
  expiresAt: Date
  /** Where the service posts its callbacks. */
  callbackUrl: string
  /** The address to which a signatory's browser returns; a request to it proves nothing. */
  returnUrl: string
}

export type RemoteState = 'draft' | 'started' | 'completed' | 'declined' | 'expired' | 'revoked'

export interface RemoteProgress {
  state: RemoteState
  signatories: {
    /** Our own id. */
    id: string
    state: 'waiting' | 'invited' | 'signed' | 'declined'
    /** The service could not deliver its last message to them. */
    undelivered: boolean
    /** How the service identified them; null before they have signed. */
    level: IdentityLevel | null
    /** When they signed or declined. */
    at: Date | null
    /** Why they declined. */
    reason: string | null
  }[]
}

export type RemoteAuthorisation =
  | { state: 'pending' }
  /** Null when the service names no beginning or no end. */
  | { state: 'granted'; reference: string; from: Date | null; until: Date | null }
  | { state: 'refused' | 'lapsed'; reason: string | null }

/**
 * fetched: the file; applied: the number of an application whose report is not ready; none: the service
 * makes no reports
 */
export type RemoteEvidence =
  | { state: 'fetched'; fileName: string; bytes: Uint8Array }
  | { state: 'applied'; application: string }
  | { state: 'none' }

/** A request that claims to come from the service. */
export interface CallbackRequest {
  /** Names in lower case. */
  headers: Record<string, string>
  /** Of the address that was called, decoded. */
  query: Record<string, string>
  body: Uint8Array
}

/** A verified callback: only a reason to query the service, never a fact. */
export interface Callback {
  /** The idempotency key: equal in all deliveries of one event. */
  key: string
  about:
    | { kind: 'signing'; remoteId: string }
    | { kind: 'authorisation'; flow: string }
    /** An event that we do not use; it is acknowledged too. */
    | { kind: 'other' }
}

/**
 * The calls to one e-sign service, without a database. Every method throws a ProviderError. Signing takes
 * two steps: a draft costs nothing and notifies no one, so it may be repeated when its answer was lost; its
 * id is stored before it is started.
 */
export interface RemoteService {
  capabilities: Capabilities
  /** Where the sender authorises us; `flow` is the service's id of this attempt. */
  authorise(
    sender: RemoteSender,
    urls: { callbackUrl: string; returnUrl: string; locale: Locale },
  ): Promise<{ flow: string; url: string }>
  /** `query`: the decoded query of the sender's return address; it proves nothing alone. */
  authorisation(flow: string, query?: Record<string, string>): Promise<RemoteAuthorisation>
  /** Uploads the file and creates a draft. Returns the service's id of the signing. */
  draft(order: RemoteOrder): Promise<string>
  /** Starts a draft; does nothing when it was started already. */
  start(remoteId: string): Promise<void>
  progress(remoteId: string): Promise<RemoteProgress>
  /** An address where the signatory can sign now. It may end within minutes, so it is never mailed. */
  signerLink(remoteId: string, signatory: RemoteSignatory, returnUrl: string): Promise<string>
  remind(remoteId: string, signatory: RemoteSignatory): Promise<void>
  /** Invites a signatory at a corrected contact; only with `capabilities.correctContact`. */
  correctContact?(remoteId: string, signatory: RemoteSignatory): Promise<void>
  /** Only with `capabilities.extensions`. */
  extend?(remoteId: string, expiresAt: Date): Promise<void>
  /** Ends a running signing; does nothing when it has ended already. */
  revoke(remoteId: string, reason: string): Promise<void>
  /** The signed PDF of a completed signing. */
  download(remoteId: string): Promise<Uint8Array>
  /**
   * The service's own evidence of a completed signing. An application costs money, so its number is stored
   * and passed to the next call.
   */
  evidence(remoteId: string, application: string | null): Promise<RemoteEvidence>
  /** Verifies a callback; null when it does not come from the service or is too old. */
  readCallback(request: CallbackRequest): Callback | null
  /** The response that the service accepts as an acknowledgement; it must be sent within seconds. */
  acknowledgement: { status: 200; contentType: string; body: string }
}
