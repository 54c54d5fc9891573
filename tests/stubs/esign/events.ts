import { createHmac } from 'node:crypto'
import { APP } from './gatekeeper.ts'

export interface Delivery {
  url: string
  /** With names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
  /** The maximum number of delivery attempts, if the callback is never acknowledged. */
  attempts: number
}

const ATTEMPTS = 17
/** The retries follow after three and six seconds; after that there are none. */
const MAX_ATTEMPTS_FOR_AUTHORISATIONS = 3

export interface Event {
  action: string
  [field: string]: unknown
}

/** A callback at the time of its first delivery. */
export function deliveryOf(url: string, event: Event, at: Date, app = APP): Delivery {
  const body = Buffer.from(JSON.stringify({ ...event, timestamp: at.getTime() }))
  const isAboutAuthorisation = event.action.startsWith('AUTH')
  return {
    url,
    headers: headersOf(url, body, at.getTime() + 4, app),
    body,
    attempts: isAboutAuthorisation ? MAX_ATTEMPTS_FOR_AUTHORISATIONS : ATTEMPTS,
  }
}

/** The headers, with a signature over the time, the values of the URL's query and the body. */
export function headersOf(url: string, body: Uint8Array, at: number, app = APP): Record<string, string> {
  const timestamp = String(at)
  const values = [...new URL(url).searchParams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value)
    .join('')
  const signed = Buffer.concat([Buffer.from(timestamp + values), body])
  return {
    'content-type': 'application/json',
    'x-tsign-open-app-id': app.id,
    'x-tsign-open-timestamp': timestamp,
    'x-tsign-open-signature-algorithm': 'hmac-sha256',
    'x-tsign-open-signature': createHmac('sha256', app.secret).update(signed).digest('hex'),
  }
}

/** The same callback, signed by an attacker who does not know the secret. */
export function forgedOf(delivery: Delivery): Delivery {
  const signature = createHmac('sha256', 'somebody').update(delivery.body).digest('hex')
  return { ...delivery, headers: { ...delivery.headers, 'x-tsign-open-signature': signature } }
}

/**
 * Delivers the callback until a 2xx response, without waiting between the attempts. Returns the statuses; 0
 * without a response within 5 s.
 */
export async function deliver({ url, headers, body, attempts }: Delivery): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < attempts) {
    const signal = AbortSignal.timeout(5000)
    const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(body), signal }).catch(
      () => null,
    )
    statuses.push(answer?.status ?? 0)
    if (answer?.ok) break
  }
  return statuses
}
