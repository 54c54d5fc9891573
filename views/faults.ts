/** What a request can meet on its way besides the answer (source: specification, section 8). */
export type Fault = 'REQUEST_TIMEOUT' | 'REQUEST_CANCELED' | 'OTHER' | 'UNAVAILABLE' | 'ACCESS_CHECK'

/**
 * The event by which an island has the page script report a fault; its detail is the status of an answer, or
 * the name of what `fetch` threw. A type, since a value would be a file of its own to load.
 */
export type FaultEvent = 'qishu:fault'
