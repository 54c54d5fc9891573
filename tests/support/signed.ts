import { randomBytes } from 'node:crypto'
import { now } from '#src/clock.ts'
import { type Api, LOG_KEYS, logHeaders, signatureOf } from '#src/signature.ts'

interface Signing {
  api?: Api
  query?: Record<string, string>
  body?: Record<string, unknown>
  timestamp?: number
  nonce?: string
}

/** The path with timestamp, nonce, language and the signature over all of them, as a program would send it. */
export function signed(path: string, { api = 'customer', query, body = {}, ...given }: Signing = {}): string {
  const { timestamp = now().getTime(), nonce = randomBytes(12).toString('hex') } = given
  const pairs = new URLSearchParams({ ...query, timestamp: String(timestamp), nonce, lang: 'en_US' })
  pairs.set('sign', signatureOf(api, pairs, body))
  return `${path}?${pairs}`
}

/** The headers of a report of a deed. */
export function reporting(body: Record<string, unknown>, nonce = randomBytes(12).toString('hex')) {
  const timestamp = String(now().getTime())
  const proof = logHeaders(LOG_KEYS.web!, timestamp, nonce, body)
  return { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-nonce': nonce, ...proof }
}
