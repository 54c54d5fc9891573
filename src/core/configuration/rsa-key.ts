import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Reads an RSA key from a file: PEM, or only its base64 text, as payment services show it. Null for anything
 * else.
 */
export function readKey(path: string, kind: 'private' | 'public'): KeyObject | null {
  for (const make of kind === 'private' ? PRIVATE : PUBLIC) {
    try {
      const key = make(readFileSync(path, 'utf8').trim())
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {}
  }
  return null
}

const bytes = (text: string) => Buffer.from(text, 'base64')

const PRIVATE = [
  (text: string) => createPrivateKey(text),
  (text: string) => createPrivateKey({ key: bytes(text), format: 'der', type: 'pkcs8' }),
  (text: string) => createPrivateKey({ key: bytes(text), format: 'der', type: 'pkcs1' }),
]

const PUBLIC = [
  (text: string) => createPublicKey(text),
  (text: string) => createPublicKey({ key: bytes(text), format: 'der', type: 'spki' }),
]
