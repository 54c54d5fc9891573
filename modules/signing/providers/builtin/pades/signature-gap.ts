import { createHash } from 'node:crypto'
import { LENGTH_PLACEHOLDER } from './field.ts'

const RANGE_PLACEHOLDER = `[0 ${LENGTH_PLACEHOLDER} ${LENGTH_PLACEHOLDER} ${LENGTH_PLACEHOLDER}]`

/** A file that states the byte range of a signature not inserted yet. */
export interface FileWithGap {
  bytes: Uint8Array
  /** Offsets of its Contents string: `start` is the opening bracket, `next` follows the closing bracket. */
  start: number
  next: number
}

/**
 * Writes the byte range into a file whose signature placeholder consists of `room` bytes as hexadecimal
 * zeros. Searches from the offset `from`. Throws unless there is exactly one placeholder.
 */
export function prepareGap(file: Uint8Array, from: number, room: number): FileWithGap {
  const bytes = Buffer.from(file)
  const start = findOnce(bytes, `<${'0'.repeat(room * 2)}>`, from)
  const next = start + room * 2 + 2
  const range = `[0 ${start} ${next} ${bytes.length - next}`
  bytes.write(
    `${range.padEnd(RANGE_PLACEHOLDER.length - 1)}]`,
    findOnce(bytes, RANGE_PLACEHOLDER, from),
    'latin1',
  )
  return { bytes, start, next }
}

/** Inserts the result of `sign` for the range's SHA-256. Throws if it does not fit. */
export async function fillGap(
  { bytes, start, next }: FileWithGap,
  sign: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const digest = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(next)).digest()
  const signature = Buffer.from(await sign(digest))
  const room = (next - start - 2) / 2
  if (signature.length > room)
    throw new Error(`The signature has ${signature.length} bytes, but its placeholder only ${room}`)
  const filled = Buffer.from(bytes)
  filled.write(signature.toString('hex'), start + 1, 'latin1')
  return new Uint8Array(filled)
}

function findOnce(bytes: Buffer, text: string, from: number): number {
  const offset = bytes.indexOf(text, from, 'latin1')
  if (offset === -1 || bytes.includes(text, offset + 1, 'latin1'))
    throw new Error('Expected exactly one signature placeholder')
  return offset
}
