import { Inflate } from 'pako'

/** The parts of node:zlib that reading a PDF needs, in browsers. */
export const constants = { Z_SYNC_FLUSH: 2 }

/**
 * Inflates a deflated stream, also the available part of a truncated one. Throws when it is damaged, or
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
