import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomBytes,
  sign,
} from 'node:crypto'
import { config } from '#src/core/config.ts'
import { type KeyChange, seal, sealAgain, unseal } from '#src/core/sealing.ts'

/** The keys that sign for an endpoint: a secret shared with the receiver, and a private key. */
export interface Keys {
  /** As Base64. */
  secret: string
  key: JsonWebKey
}

export function newKeys(): Keys {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { secret: randomBytes(32).toString('base64'), key: privateKey.export({ format: 'jwk' }) }
}

/** The secret in the notation of Standard Webhooks. */
export const secretText = ({ secret }: Keys) => `whsec_${secret}`

/** The public key in the notation of Standard Webhooks. */
export const publicKeyText = ({ key }: Keys) => `whpk_${Buffer.from(key.x!, 'base64url').toString('base64')}`

const sealingOf = (endpointId: string) => ({
  use: 'qishu webhook keys',
  bound: new TextEncoder().encode(endpointId),
})

/** Encrypts the keys for use by this endpoint only. */
export const sealKeys = (endpointId: string, keys: Keys): Buffer =>
  seal(Buffer.from(JSON.stringify(keys)), { ...sealingOf(endpointId), secret: config.secretKey })

/** Null for keys that were encrypted for another endpoint, or with another `SECRET_KEY`. */
export function openKeys(endpointId: string, sealed: Uint8Array): Keys | null {
  const unsealed = unseal(sealed, { ...sealingOf(endpointId), secret: config.secretKey })
  return unsealed && JSON.parse(unsealed.toString())
}

/** Null for keys that the former `SECRET_KEY` cannot decrypt. */
export const resealKeys = (endpointId: string, sealed: Uint8Array, change: KeyChange) =>
  sealAgain(sealed, change, sealingOf(endpointId))

interface SignedMessage {
  id: string
  /** In seconds since 1970. */
  timestamp: number
  body: string
}

/**
 * The header `webhook-signature`: one signature by the secret and one by the private key of each of `keys`.
 */
export function signatures(keys: Keys[], { id, timestamp, body }: SignedMessage): string {
  const content = Buffer.from(`${id}.${timestamp}.${body}`)
  return keys
    .flatMap(({ secret, key }) => [
      `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(content).digest('base64')}`,
      `v1a,${sign(null, content, createPrivateKey({ key, format: 'jwk' })).toString('base64')}`,
    ])
    .join(' ')
}
