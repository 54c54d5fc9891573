import { type KeyChange, seal, sealAgain, unseal } from '#src/core/sealing.ts'
import { SigningFault } from './signing-fault.ts'

const KEY_PURPOSE = 'qishu signing authority key'

/**
 * Encrypts a key under a key derived from the secret. `bound` is additional data that must be the same when
 * decrypting.
 */
export const sealKey = (secret: string, pkcs8: Uint8Array, bound: Uint8Array): Buffer =>
  seal(pkcs8, { secret, use: KEY_PURPOSE, bound })

/** Throws SigningFault if the secret or the additional data differ. */
export function openKey(secret: string, sealed: Uint8Array, bound: Uint8Array): Buffer {
  const decrypted = unseal(sealed, { secret, use: KEY_PURPOSE, bound })
  if (decrypted) return decrypted
  throw new SigningFault(
    'signingKey',
    'The signing authority’s key does not open: SECRET_KEY is not the one it was sealed with',
  )
}

/** The key encrypted with the current `SECRET_KEY`; null if the previous one cannot decrypt it. */
export const sealKeyAgain = (sealed: Uint8Array, bound: Uint8Array, change: KeyChange): Buffer | null =>
  sealAgain(sealed, change, { use: KEY_PURPOSE, bound })
