import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV = 12
const TAG = 16

interface Sealing {
  secret: string
  /** The purpose; each purpose has its own key, derived from the secret. */
  use: string
  /** Additional data, which must be equal on opening. */
  bound: Uint8Array
}

/** Encrypts by AES-256-GCM under a key derived from the secret. Returns iv, tag and ciphertext. */
export function seal(content: Uint8Array, { secret, use, bound }: Sealing): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, use), iv).setAAD(bound)
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts; null if the content was changed, or if the secret, the use or the additional data differ. */
export function unseal(sealed: Uint8Array, { secret, use, bound }: Sealing): Buffer | null {
  if (sealed.length < IV + TAG) return null
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, use), sealed.subarray(0, IV), {
    authTagLength: TAG,
  }).setAAD(bound)
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()])
  } catch {
    return null
  }
}

/** A change of `SECRET_KEY`: the former key and the new one. */
export interface KeyChange {
  former: string
  present: string
}

/** Encrypts the content with the new key; null if the former one cannot decrypt it. */
export function sealAgain(
  sealed: Uint8Array,
  { former, present }: KeyChange,
  sealing: Omit<Sealing, 'secret'>,
): Buffer | null {
  const opened = unseal(sealed, { ...sealing, secret: former })
  return opened && seal(opened, { ...sealing, secret: present })
}

const keyFrom = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32))
