import { randomBytes } from 'node:crypto'
import { type Api, LOG_KEYS, logHeaders, signatureOf } from '#src/auth/signature.ts'
import { now } from '#src/core/clock.ts'

interface Signing {
  api?: Api
  query?: Record<string, string>
  body?: Record<string, unknown>
  timestamp?: number
  nonce?: string
}

/** The path with timestamp, nonce, language and their signature, as a program sends it. */
export function signed(path: string, { api = 'customer', query, body = {}, ...given }: Signing = {}): string {
  const { timestamp = now().getTime(), nonce = randomBytes(12).toString('hex') } = given
  const pairs = new URLSearchParams({ ...query, timestamp: String(timestamp), nonce, lang: 'en_US' })
  pairs.set('sign', signatureOf(api, pairs, body))
  return `${path}?${pairs}`
}

/** Whether every request of a client is signed. An attacker could do so with the salts from the browser. */
export const ALL_SIGNED = process.env.SIGNED === '1'

/** The path of a request as this run sends it. */
export const asSent = (path: string, init: RequestInit) => (ALL_SIGNED ? asSigned(path, init) : path)

/** The path with a valid signature, if it has none; the spelling of the path stays. */
export function asSigned(path: string, init: RequestInit): string {
  const { pathname, searchParams } = new URL(`http://signed.invalid${path}`)
  if (searchParams.has('sign')) return path
  const extra = { timestamp: String(now().getTime()), nonce: randomBytes(12).toString('hex'), lang: 'en_US' }
  const api = (['customer', 'public'] as const).find((one) => pathname.startsWith(`/api/${one}/`)) ?? 'pages'
  const sign = signatureIfAny(api, [...searchParams, ...Object.entries(extra)], fieldsOf(init))
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ ...extra, sign })}`
}

/** A body that is nested too deeply cannot be serialised for a signature, so any signature serves. */
function signatureIfAny(...signed: Parameters<typeof signatureOf>): string {
  try {
    return signatureOf(...signed)
  } catch {
    return 'f'.repeat(64)
  }
}

/** The top level of the body; empty if the body is no form and no JSON, or cannot be parsed. */
function fieldsOf({ body, headers }: RequestInit): Record<string, unknown> {
  const type = new Headers(headers).get('content-type') ?? ''
  const text = typeof body === 'string' ? body : new TextDecoder().decode((body as Uint8Array) ?? undefined)
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  if (type !== 'application/json') return {}
  try {
    const read: unknown = JSON.parse(text || '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** The headers by which a page reports an action. */
export function reporting(body: Record<string, unknown>, nonce = randomBytes(12).toString('hex')) {
  const timestamp = String(now().getTime())
  const proof = logHeaders(LOG_KEYS.web!, timestamp, nonce, body)
  return { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-nonce': nonce, ...proof }
}
