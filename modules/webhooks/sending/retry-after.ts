import type { IncomingHttpHeaders } from 'node:http'
import { now, SECOND } from '#src/core/clock.ts'

/** Statuses by which a receiver says that it is too busy at the moment. */
const BUSY = [429, 503]

interface Answered {
  status: number
  headers: IncomingHttpHeaders
}

/**
 * The milliseconds from now on for which a busy receiver wants no request, by its `Retry-After` in seconds or
 * as a date of HTTP; 0 when it says nothing, or nothing that can be understood.
 */
export function retryAfter({ status, headers }: Answered): number {
  const text = headers['retry-after']?.trim()
  if (!text || !BUSY.includes(status)) return 0
  if (/^\d+$/.test(text)) return Number(text) * SECOND
  // The oldest of the three forms names no zone, but is in GMT too.
  const until = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
  return Math.max(0, (until || 0) - now().getTime())
}
