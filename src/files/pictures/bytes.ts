/**
 * The maximum number of pixels. A larger picture would need too much memory; phones take up to 50 million.
 */
const MAX_PIXELS = 60_000_000

/** Whether the size in a header is plausible, to refuse decompression bombs. */
export const isAcceptableSize = (width: number, height: number) =>
  width > 0 && height > 0 && width * height <= MAX_PIXELS

const view = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

export const uint16 = (bytes: Uint8Array, offset: number, littleEndian = false) =>
  view(bytes).getUint16(offset, littleEndian)

export const uint32 = (bytes: Uint8Array, offset: number, littleEndian = false) =>
  view(bytes).getUint32(offset, littleEndian)

export const latin = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')
