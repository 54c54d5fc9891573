import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { SigningFault } from './signing-fault.ts'

const IV = 12
const TAG = 16

/**
 * AES-256-GCM under a key derived from the secret: iv, tag, ciphertext. `bound` is additional data that must
 * be equal on opening.
 */
export function sealKey(secret: string, pkcs8: Uint8Array, bound: Uint8Array): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv).setAAD(bound)
  const sealed = Buffer.concat([cipher.update(pkcs8), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws SigningFault when the secret or the additional data differ. */
export function openKey(secret: string, sealed: Uint8Array, bound: Uint8Array): Buffer {
  const opener = createDecipheriv('aes-256-gcm', keyFrom(secret), sealed.subarray(0, IV)).setAAD(bound)
  opener.setAuthTag(sealed.subarray(IV, IV + TAG))
  try {
    return Buffer.concat([opener.update(sealed.subarray(IV + TAG)), opener.final()])
  } catch {
    throw new SigningFault(
      'signingKey',
      'The signing authority’s key does not open: SECRET_KEY is not the one it was sealed with',
    )
  }
}

const keyFrom = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'qishu signing authority key', 32))
