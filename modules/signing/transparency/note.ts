import { createHash, createPublicKey, verify } from 'node:crypto'

/** A checkpoint of a log (C2SP tlog-checkpoint). */
export interface Checkpoint {
  origin: string
  size: number
  root: Uint8Array
}

/** The name of a log and its Ed25519 key of 32 bytes. */
export interface LogKey {
  origin: string
  publicKey: Uint8Array
}

const ED25519 = 1

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`

/** The four-byte key ID (C2SP signed-note). */
export const keyHash = ({ origin, publicKey }: LogKey): Buffer =>
  createHash('sha256')
    .update(`${origin}\n`)
    .update(new Uint8Array([ED25519]))
    .update(publicKey)
    .digest()
    .subarray(0, 4)

/** The signed note for a text. */
export const signedNote = (text: string, key: LogKey, signature: Uint8Array): string =>
  `${text}\n— ${key.origin} ${Buffer.concat([keyHash(key), signature]).toString('base64')}\n`

/** Encodes a public key as one line, in the format of verifiers of signed notes. */
export const keyLine = (key: LogKey): string => {
  const bytes = Buffer.concat([new Uint8Array([ED25519]), key.publicKey])
  return `${key.origin}+${keyHash(key).toString('hex')}+${bytes.toString('base64')}`
}

/** Parses a line of `keyLine`. Throws if it is invalid. */
export function readKeyLine(line: string): LogKey {
  const [, origin, hash, text] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)\s*$/.exec(line) ?? []
  const bytes = Buffer.from(text ?? '', 'base64')
  if (!origin || bytes.length !== 33 || bytes[0] !== ED25519) throw new Error('This is no key of a log')
  const key = { origin, publicKey: new Uint8Array(bytes.subarray(1)) }
  if (keyHash(key).toString('hex') !== hash) throw new Error('This is no key of a log')
  return key
}

/** Reads a checkpoint; null unless it is this key's signed note, byte for byte. */
export function readCheckpoint(note: string, key: LogKey): Checkpoint | null {
  const [, text, origin, size, root, signature] =
    /^(([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/=]{44})\n)\n— \S+ ([A-Za-z0-9+/=]+)\n$/.exec(note) ?? []
  if (!text || origin !== key.origin) return null
  const signatureBytes = Buffer.from(signature!, 'base64').subarray(4)
  const checkpoint = { origin, size: Number(size), root: new Uint8Array(Buffer.from(root!, 'base64')) }
  const isWritten = note === signedNote(checkpointText(checkpoint), key, signatureBytes)
  return isWritten && isSigned(text, key, signatureBytes) ? checkpoint : null
}

/** The beginning of SubjectPublicKeyInfo for an Ed25519 key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function isSigned(text: string, { publicKey }: LogKey, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, signature)
}
