import type { IncomingHttpHeaders } from 'node:http'
import { now, SECOND } from '#src/core/clock.ts'

/** Statuses that mean that the receiver is busy at the moment. */
const BUSY_STATUSES = [429, 503]

interface ReceiverResponse {
  status: number
  headers: IncomingHttpHeaders
}

/**
 * How many milliseconds a busy receiver asks us to wait by `Retry-After`, in seconds or as an HTTP date; 0
 * if the header is missing or invalid.
 */
export function retryAfter({ status, headers }: ReceiverResponse): number {
  const text = headers['retry-after']?.trim()
  if (!text || !BUSY_STATUSES.includes(status)) return 0
  if (/^\d+$/.test(text)) return Number(text) * SECOND
  // The oldest of the three HTTP date formats does not name a time zone, but is in GMT too.
  const retryTime = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
  return Math.max(0, (retryTime || 0) - now().getTime())
}
