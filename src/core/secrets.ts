import { randomBytes } from 'node:crypto'
import { hmac } from '@oslojs/crypto/hmac'
import { SHA256, sha256 } from '@oslojs/crypto/sha2'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { encodeBase32LowerCaseNoPadding, encodeHexLowerCase } from '@oslojs/encoding'

/** A token of 200 random bits, for links and sessions. Only its hash is stored. */
export function newToken(): string {
  return encodeBase32LowerCaseNoPadding(randomBytes(25))
}

/** A token of 120 random bits in 24 characters, for links in text messages. */
export function newShortToken(): string {
  return encodeBase32LowerCaseNoPadding(randomBytes(15))
}

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => /^[a-z2-7]{40}$/.test(text)

/** SHA-256 in lower-case hex; stored instead of a token. */
export function hashOf(text: string | Uint8Array): string {
  return encodeHexLowerCase(sha256(typeof text === 'string' ? new TextEncoder().encode(text) : text))
}

/**
 * HMAC-SHA-256 in hex, for short codes, because a plain hash of six digits could be reversed by trying all.
 */
export function keyedHash(key: string, text: string): string {
  const bytes = (s: string) => new TextEncoder().encode(s)
  return encodeHexLowerCase(hmac(SHA256, bytes(key), bytes(text)))
}

export function sameText(a: string, b: string): boolean {
  return constantTimeEqual(new TextEncoder().encode(a), new TextEncoder().encode(b))
}
