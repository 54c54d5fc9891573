/**
 * unavailable: no answer, or an error that may pass, so the call may be repeated; refused: the service will
 * never accept this call; unauthorised: the sender must authorise us again; misconfigured: our account, key,
 * allow-list or paid edition does not permit the call, so an operator must act; not-ready: the service is
 * still working, so the call is repeated soon.
 */
export type ProviderErrorKind = 'unavailable' | 'refused' | 'unauthorised' | 'misconfigured' | 'not-ready'

/** A failed call to an e-sign service. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** The service's own code, for staff. */
  readonly code: string

  constructor(kind: ProviderErrorKind, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
    this.kind = kind
    this.code = code
  }
}
