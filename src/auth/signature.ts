import { sha256 } from '@oslojs/crypto/sha2'
import { encodeHexLowerCase } from '@oslojs/encoding'
import { wellFormed } from '#src/core/text/well-formed.ts'

/**
 * The salt of each API. It is public: a signature detects replayed or garbled requests, but does not prove
 * the sender (source: specification, section 7).
 */
export const SALTS = { customer: 'qishu.customer.1', public: 'qishu.public.1', pages: 'qishu.pages.1' }

export type Api = keyof typeof SALTS

/** The key of each service that reports actions; as public as the salts. */
export const LOG_KEYS: Record<string, string | undefined> = { web: 'qishu.log.web.1' }

/** How many seconds a signed request is valid and its nonce is stored. */
export const SIGNED_FOR = 300

const digest = (text: string) => encodeHexLowerCase(sha256(new TextEncoder().encode(text)))

/** Percent-encodes a text. A lone surrogate, which no URL can contain, is replaced by U+FFFD. */
const percentEncode = (text: string) => encodeURIComponent(wellFormed(text))

const encodePairs = (pairs: [string, string][]) =>
  pairs
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join('&')

/**
 * SHA-256 in hex over the sorted query pairs, the sorted pairs of the body's first level (values other than
 * texts as compact JSON) and the salt, one per line. Excludes the pair `sign` itself.
 */
export function signatureOf(
  api: Api,
  query: Iterable<[string, string]>,
  body: Record<string, unknown>,
): string {
  const queryPairs = [...query].filter(([name]) => name !== 'sign')
  const sentPairs = Object.entries(body).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return digest(`${encodePairs(queryPairs)}\n${encodePairs(sentPairs)}\n${SALTS[api]}`)
}

/**
 * The two headers that authenticate a log entry, made with the key of a service. Fields that are null are
 * not sent.
 */
export function logHeaders(key: string, timestamp: string, nonce: string, body: Record<string, unknown>) {
  const auth = digest(key + timestamp + nonce)
  const sentPairs = Object.entries(body)
    .filter(([, value]) => value != null)
    .map(([name, value]): [string, string] => [name, String(value)])
  return { 'x-auth-key': auth, 'x-auth-body': digest(auth + encodePairs(sentPairs)) }
}
