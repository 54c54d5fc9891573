import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { config } from '#src/core/config.ts'

/** A passkey in software: it registers with the attestation "none" and signs with P-256. */
export interface SoftPasskey {
  id: string
  counter: number
  register: (options: Options, change?: Change) => string
  sign: (options: Options, change?: Change) => string
}

interface Options {
  challenge: string
}

/** How an attacker's or a copied passkey differs. */
interface Change {
  origin?: string
  host?: string
  challenge?: string
  isVerified?: boolean
  type?: string
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A CBOR header, for lengths below 65536. */
function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}

const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (pairs: Buffer[][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

const USER_PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

export function softPasskey(): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(16)
  const key = map([
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), bytes(Buffer.from(x!, 'base64url'))],
    [number(-3), bytes(Buffer.from(y!, 'base64url'))],
  ])
  const clientData = (type: string, { challenge }: Options, change: Change) =>
    Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? challenge,
        origin: change.origin ?? new URL(config.baseUrl).origin,
        crossOrigin: false,
      }),
    )
  const authData = ({ host, isVerified = true }: Change, extra: Buffer = Buffer.alloc(0)) => {
    const flags = USER_PRESENT | (isVerified ? VERIFIED : 0) | (extra.length ? HAS_KEY : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(passkey.counter)
    const hash = sha256(host ?? new URL(config.baseUrl).hostname)
    return Buffer.concat([hash, Buffer.from([flags]), counter, extra])
  }
  const commonFields = { id: base64url(rawId), rawId: base64url(rawId), type: 'public-key' }
  const passkey: SoftPasskey = {
    id: commonFields.id,
    counter: 1,
    register(options, change = {}) {
      const knownCredential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, key])
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData(change, knownCredential))],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options, change)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return JSON.stringify({ ...commonFields, response, clientExtensionResults: {} })
    },
    sign(options, change = {}) {
      passkey.counter++
      const data = authData(change)
      const client = clientData('webauthn.get', options, change)
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return JSON.stringify({ ...commonFields, response, clientExtensionResults: {} })
    },
  }
  return passkey
}

/** The options that a page passes to the browser for a passkey. */
export function optionsIn(html: string): Options {
  const text = /data-options="([^"]+)"/.exec(html)![1]!
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
