import type { ServiceName } from '#modules/signing/providers/provider-name.ts'
import type {
  CallbackRequest,
  RemoteService,
  RemoteState,
} from '#modules/signing/providers/remote/service.ts'
import type { Faults } from './faults.ts'

/** A request with which a service reports something. */
export interface ServiceCallback {
  url: string
  method: 'POST'
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
}

/** What a service sent to somebody. */
export interface ServiceMail {
  /** An address, or a number as E.164. */
  to: string
  kind: 'invitation' | 'reminder' | 'correction' | 'copy' | 'voided'
  remoteId: string
}

/** A signing that a service knows, also one whose id was lost on its way to us. */
export interface ServiceSigning {
  remoteId: string
  state: RemoteState
  /** Our ids of its people. */
  signatories: string[]
}

/** An attempt to get the sender's authorisation, as `service.authorise` returns it. */
export interface AuthorisationPage {
  flow: string
  url: string
}

export interface ServiceStubOptions {
  /** Where callbacks go at a service whose console has one address for all of them. */
  callbackUrl?: string
  /** Milliseconds after which the adapter gives up a call; files take longer. */
  timeout?: number
  /** What the service makes of the file when all have signed; without it, it signs it. */
  finish?: (file: Uint8Array) => Promise<Uint8Array>
  port?: number
  /** Gets each callback at once; without it, the test delivers them. */
  onCallback?: (callback: ServiceCallback) => void
}

/** A simulated e-sign service with its real adapter, and everything that people do there. */
export interface ServiceStub extends Faults {
  name: ServiceName
  url: string
  /** The adapter, which talks HTTP to the stub. */
  service: RemoteService
  /** Signs when it is the turn of this person; throws otherwise. */
  sign(remoteId: string, signatoryId: string): Promise<void>
  /** Approves, at a service with `capabilities.approvers`. */
  approve(remoteId: string, signatoryId: string): Promise<void>
  decline(remoteId: string, signatoryId: string, reason: string): Promise<void>
  /** The time of the signing is over. */
  expire(remoteId: string): Promise<void>
  /** Somebody ends it in the service's own console. */
  revoke(remoteId: string): Promise<void>
  /** Whether the service reports what it could not deliver. */
  canBounce: boolean
  /** The last message to this person comes back; throws at a service that does not report it. */
  bounce(remoteId: string, signatoryId: string): Promise<void>
  /** The sender agrees at the service. Returns where their browser is sent. */
  authorise(page: AuthorisationPage): Promise<string>
  /** The sender says no there. Returns where their browser is sent. */
  refuse(page: AuthorisationPage): Promise<string>
  /** The sender ends there what they agreed to. */
  withdraw(page: AuthorisationPage): Promise<void>
  /** All callbacks so far. Whoever tests delivers them, as often as they like. */
  readonly callbacks: ServiceCallback[]
  /** A callback as the service sends it the next time: signed again, if it does so. */
  repeated(index: number): ServiceCallback
  /** The same callback by somebody who does not know the secret. */
  forged(index: number): ServiceCallback
  readonly mails: ServiceMail[]
  signings(): ServiceSigning[]
  /** What was paid for. */
  charged(): { signings: number; reports: number }
  /** The variables by which the product offers the service from here; key files go to a folder. */
  environment(folder: string): Promise<Record<string, string>>
  close(): void
}

/** A callback as our route hands it to the adapter. */
export const requestOf = ({ url, headers, body }: ServiceCallback): CallbackRequest => ({
  headers,
  query: Object.fromEntries(new URL(url).searchParams),
  body,
})

/** A listener of one of the stubs, which have callbacks in another form. */
export const listenerOf =
  ({ onCallback }: ServiceStubOptions) =>
  (delivery: Delivery) =>
    onCallback?.(callbackOf(delivery))

/** A callback of one of the stubs in this form. */
export const callbackOf = ({ url, headers, body }: Delivery): ServiceCallback => ({
  url,
  method: 'POST',
  headers,
  body: Buffer.from(body),
})

interface Delivery {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
}
