/** Faults of a request other than an application error (source: specification, section 8). */
export type Fault = 'REQUEST_TIMEOUT' | 'REQUEST_CANCELED' | 'OTHER' | 'UNAVAILABLE' | BlockingFault

/** An expired session, and the states of an account that block its pages. */
export type BlockingFault =
  | 'ACCESS_CHECK'
  | 'ACCOUNT_DISABLE'
  | 'ACCOUNT_EXCEPTION'
  | 'ACCOUNT_FREEZE_OR_DEACTIVATE'

/**
 * The event by which an island or a page's own script makes the common page script report a fault; the fault
 * is its detail. This is a type, since a value would be another file to load.
 */
export type FaultEvent = 'qishu:fault'
