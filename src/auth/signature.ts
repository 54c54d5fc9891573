import { sha256 } from '@oslojs/crypto/sha2'
import { encodeHexLowerCase } from '@oslojs/encoding'

/**
 * The salt of each API. Every browser knows them: a signature reveals a replayed or mangled request,
 * never who sent it (source: specification, section 7).
 */
export const SALTS = { customer: 'qishu.customer.1', public: 'qishu.public.1', pages: 'qishu.pages.1' }

export type Api = keyof typeof SALTS

/** The key of each service that reports actions; as public as the salts. */
export const LOG_KEYS: Record<string, string | undefined> = { web: 'qishu.log.web.1' }

/** Seconds a signed request stays good, and for which its nonce is remembered. */
export const SIGNED_FOR = 300

const digest = (text: string) => encodeHexLowerCase(sha256(new TextEncoder().encode(text)))

/** Half a character, which no URL can hold, counts as U+FFFD. */
const percent = (text: string) => encodeURIComponent(text.toWellFormed())

const encoded = (pairs: [string, string][]) =>
  pairs
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .sort()
    .join('&')

/**
 * SHA-256 in hex over the sorted query pairs, the sorted pairs of the body's first level (a value that is no
 * text as compact JSON) and the salt, one a line. The pair `sign` itself is left out.
 */
export function signatureOf(
  api: Api,
  query: Iterable<[string, string]>,
  body: Record<string, unknown>,
): string {
  const asked = [...query].filter(([name]) => name !== 'sign')
  const sent = Object.entries(body).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return digest(`${encoded(asked)}\n${encoded(sent)}\n${SALTS[api]}`)
}

/**
 * The two headers that a log entry proves itself with, made from a service's key; fields that are null are
 * not sent.
 */
export function logHeaders(key: string, timestamp: string, nonce: string, body: Record<string, unknown>) {
  const auth = digest(key + timestamp + nonce)
  const sent = Object.entries(body)
    .filter(([, value]) => value != null)
    .map(([name, value]): [string, string] => [name, String(value)])
  return { 'x-auth-key': auth, 'x-auth-body': digest(auth + encoded(sent)) }
}
