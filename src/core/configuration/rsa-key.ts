import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Reads an RSA key from a file: PEM, or only its base64 text, as payment services show it. Null for anything
 * else.
 */
export function readKey(path: string, kind: 'private' | 'public'): KeyObject | null {
  for (const parseKey of kind === 'private' ? PRIVATE_FORMATS : PUBLIC_FORMATS) {
    try {
      const key = parseKey(readFileSync(path, 'utf8').trim())
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {}
  }
  return null
}

const bytes = (text: string) => Buffer.from(text, 'base64')

const PRIVATE_FORMATS = [
  (text: string) => createPrivateKey(text),
  (text: string) => createPrivateKey({ key: bytes(text), format: 'der', type: 'pkcs8' }),
  (text: string) => createPrivateKey({ key: bytes(text), format: 'der', type: 'pkcs1' }),
]

const PUBLIC_FORMATS = [
  (text: string) => createPublicKey(text),
  (text: string) => createPublicKey({ key: bytes(text), format: 'der', type: 'spki' }),
]
