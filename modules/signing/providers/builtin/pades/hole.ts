import { createHash } from 'node:crypto'
import { UNKNOWN } from './field.ts'

const RANGE = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`

/** A file that states the range of a signature which is not there yet. */
export interface Hollow {
  bytes: Uint8Array
  /** The bytes of its Contents string, from the opening bracket to behind the closing one. */
  start: number
  next: number
}

/**
 * States the range in a file that has a hole of `room` zero bytes behind its first `from` bytes. Throws when
 * there is not exactly one.
 */
export function hollowOut(file: Uint8Array, from: number, room: number): Hollow {
  const bytes = Buffer.from(file)
  const start = findOnce(bytes, `<${'0'.repeat(room * 2)}>`, from)
  const next = start + room * 2 + 2
  const range = `[0 ${start} ${next} ${bytes.length - next}`
  bytes.write(`${range.padEnd(RANGE.length - 1)}]`, findOnce(bytes, RANGE, from), 'latin1')
  return { bytes, start, next }
}

/** Puts into the hole what `sign` makes of the range's SHA-256. Throws when that does not go in. */
export async function fillHole(
  { bytes, start, next }: Hollow,
  sign: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const digest = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(next)).digest()
  const signature = Buffer.from(await sign(digest))
  const room = (next - start - 2) / 2
  if (signature.length > room)
    throw new Error(`A signature of ${signature.length} bytes has room for ${room}`)
  const filled = Buffer.from(bytes)
  filled.write(signature.toString('hex'), start + 1, 'latin1')
  return new Uint8Array(filled)
}

function findOnce(bytes: Buffer, text: string, from: number): number {
  const at = bytes.indexOf(text, from, 'latin1')
  if (at === -1 || bytes.includes(text, at + 1, 'latin1')) throw new Error('The signature has no one place')
  return at
}
