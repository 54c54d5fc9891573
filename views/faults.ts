/** What a request can meet on its way besides the answer; the page script tells it (source: specification, section 8). */
export type Fault = 'REQUEST_TIMEOUT' | 'REQUEST_CANCELED' | 'OTHER' | 'UNAVAILABLE' | 'ACCESS_CHECK'

export const FAULT_EVENT = 'qishu:fault'

/** Null for an answer that its caller understands. */
export function faultOfStatus(status: number): Fault | null {
  if (status === 401) return 'ACCESS_CHECK'
  if (status === 408) return 'REQUEST_TIMEOUT'
  if (status === 503) return 'UNAVAILABLE'
  return status >= 500 ? 'OTHER' : null
}

/** For what `fetch` throws. */
export function faultOfError(error: unknown): Fault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : String(error)
  if (/timeout/i.test(name)) return 'REQUEST_TIMEOUT'
  return name === 'AbortError' ? 'REQUEST_CANCELED' : 'OTHER'
}

/** From an island to the page around it. */
export function tellFault(fault: Fault): void {
  globalThis.document?.dispatchEvent(new CustomEvent(FAULT_EVENT, { detail: fault }))
}
