import { Inflate } from 'pako'

/** The parts of node:zlib needed to read a PDF, for browsers. */
export const constants = { Z_SYNC_FLUSH: 2 }

/**
 * Inflates a deflated stream; of a truncated stream, the available part. Throws if the stream is damaged, or
 * longer than `maxOutputLength`.
 */
export function inflateSync(bytes: Uint8Array, { maxOutputLength }: { maxOutputLength: number }) {
  const parts: Uint8Array[] = []
  let length = 0
  const inflate = new Inflate()
  inflate.onData = (part: Uint8Array) => {
    length += part.length
    if (length > maxOutputLength) throw new RangeError(`More than ${maxOutputLength} bytes`)
    parts.push(part)
  }
  inflate.push(bytes, constants.Z_SYNC_FLUSH)
  if (inflate.err) throw new Error(inflate.msg)
  return Buffer.concat(parts)
}

/** Checking a file never deflates. */
export function deflateSync(): never {
  throw new Error('Signing needs the server')
}
