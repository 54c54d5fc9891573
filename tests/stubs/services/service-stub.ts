import type { ServiceName } from '#modules/signing/providers/provider-name.ts'
import type {
  CallbackRequest,
  RemoteService,
  RemoteState,
} from '#modules/signing/providers/remote/service.ts'
import type { Faults } from './faults.ts'

/** A callback of a service. */
export interface ServiceCallback {
  url: string
  method: 'POST'
  /** With names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
}

/** A message of the service to a person. */
export interface ServiceMail {
  /** An email address, or a phone number as E.164. */
  to: string
  kind: 'invitation' | 'reminder' | 'correction' | 'copy' | 'voided'
  remoteId: string
}

/** A signing at the service, even if its id never reached us. */
export interface ServiceSigning {
  remoteId: string
  state: RemoteState
  /** Our ids of its signatories. */
  signatories: string[]
}

/** An attempt to get the sender's authorisation, as `service.authorise` returns it. */
export interface AuthorisationPage {
  flow: string
  url: string
}

export interface ServiceStubOptions {
  /** The address for callbacks, at a service whose console has one address for all. */
  callbackUrl?: string
  /** Milliseconds after which the adapter aborts a request; files get more time. */
  timeout?: number
  /** Creates the finished file when all have signed; by default the service signs it. */
  finish?: (file: Uint8Array) => Promise<Uint8Array>
  port?: number
  /** Receives each callback immediately; by default the test delivers callbacks. */
  onCallback?: (callback: ServiceCallback) => void
}

/** A simulated e-signing service with its real adapter and the actions of people on its pages. */
export interface ServiceStub extends Faults {
  name: ServiceName
  url: string
  /** The adapter, which sends requests to the stub. */
  service: RemoteService
  /** Signs as this person; throws if it is not their turn. */
  sign(remoteId: string, signatoryId: string): Promise<void>
  /** Approves as this person, at a service with `capabilities.approvers`. */
  approve(remoteId: string, signatoryId: string): Promise<void>
  decline(remoteId: string, signatoryId: string, reason: string): Promise<void>
  /** Lets the signing expire. */
  expire(remoteId: string): Promise<void>
  /** Ends the signing in the console of the service. */
  revoke(remoteId: string): Promise<void>
  /** Whether the service reports undeliverable messages. */
  canBounce: boolean
  /**
   * Returns the last message to this person as undeliverable; throws at a service that does not report it.
   */
  bounce(remoteId: string, signatoryId: string): Promise<void>
  /** The sender agrees at the service. Returns the address of the redirect. */
  authorise(page: AuthorisationPage): Promise<string>
  /** The sender refuses at the service. Returns the address of the redirect. */
  refuse(page: AuthorisationPage): Promise<string>
  /** The sender ends the authorisation at the service. */
  withdraw(page: AuthorisationPage): Promise<void>
  /** All callbacks so far. The test delivers them, as often as it likes. */
  readonly callbacks: ServiceCallback[]
  /** A callback as the service repeats it: with a new signature, if the service signs repetitions again. */
  repeated(index: number): ServiceCallback
  /** The same callback from a sender who does not know the secret. */
  forged(index: number): ServiceCallback
  readonly mails: ServiceMail[]
  signings(): ServiceSigning[]
  /** The number of paid signings and reports. */
  charged(): { signings: number; reports: number }
  /**
   * The environment variables with which the product offers this service. Key files are written to `folder`.
   */
  environment(folder: string): Promise<Record<string, string>>
  close(): void
}

/** A callback as our route passes it to the adapter. */
export const requestOf = ({ url, headers, body }: ServiceCallback): CallbackRequest => ({
  headers,
  query: Object.fromEntries(new URL(url).searchParams),
  body,
})

/** Converts a listener for the callbacks of a stub, which have another type. */
export const listenerOf =
  ({ onCallback }: ServiceStubOptions) =>
  (delivery: Delivery) =>
    onCallback?.(callbackOf(delivery))

/** Converts a callback of a stub. */
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
