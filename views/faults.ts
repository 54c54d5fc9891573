/** Faults of a request other than an application error (source: specification, section 8). */
export type Fault = 'REQUEST_TIMEOUT' | 'REQUEST_CANCELED' | 'OTHER' | 'UNAVAILABLE' | BlockingFault

/** An expired session, and the states of an account in which its pages are blocked. */
export type BlockingFault =
  | 'ACCESS_CHECK'
  | 'ACCOUNT_DISABLE'
  | 'ACCOUNT_EXCEPTION'
  | 'ACCOUNT_FREEZE_OR_DEACTIVATE'

/**
 * The event by which an island or a page's script makes the common page script report a fault; the fault is
 * the event's detail. This is a type, because a value would be another file to load.
 */
export type FaultEvent = 'qishu:fault'
