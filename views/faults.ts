/** Faults of a request other than an application error (source: specification, section 8). */
export type Fault =
  | 'REQUEST_TIMEOUT'
  | 'REQUEST_CANCELED'
  | 'OTHER'
  | 'UNAVAILABLE'
  | 'ACCESS_CHECK'
  | 'ACCOUNT_FREEZE_OR_DEACTIVATE'

/**
 * The event by which an island makes the page script report a fault. Its detail is the status of a response,
 * or the name of the error that `fetch` threw. This is a type, since a value would be another file to load.
 */
export type FaultEvent = 'qishu:fault'
