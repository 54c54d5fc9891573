import { createHash } from 'node:crypto'
import { UNKNOWN } from './field.ts'

const RANGE = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`

/**
 * Signs a file that has a hole of `room` zero bytes behind its first `from` bytes: states the range around the
 * hole, and puts into it what `sign` makes of the range's SHA-256. Throws when that does not go in.
 */
export async function fillHole(
  file: Uint8Array,
  from: number,
  room: number,
  sign: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const bytes = Buffer.from(file)
  const start = findOnce(bytes, `<${'0'.repeat(room * 2)}>`, from)
  const next = start + room * 2 + 2
  const range = `[0 ${start} ${next} ${bytes.length - next}`
  bytes.write(`${range.padEnd(RANGE.length - 1)}]`, findOnce(bytes, RANGE, from), 'latin1')
  const digest = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(next)).digest()
  const signature = Buffer.from(await sign(digest))
  if (signature.length > room)
    throw new Error(`A signature of ${signature.length} bytes has room for ${room}`)
  bytes.write(signature.toString('hex'), start + 1, 'latin1')
  return new Uint8Array(bytes)
}

function findOnce(bytes: Buffer, text: string, from: number): number {
  const at = bytes.indexOf(text, from, 'latin1')
  if (at === -1 || bytes.includes(text, at + 1, 'latin1')) throw new Error('The signature has no one place')
  return at
}
