/** Beyond this a reader would need more memory than a photograph is worth; phones make up to 50. */
const MOST_PIXELS = 60_000_000

/** Whether a header's size is that of a picture, and not of a bomb. */
export const isSize = (width: number, height: number) =>
  width > 0 && height > 0 && width * height <= MOST_PIXELS

const view = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

export const uint16 = (bytes: Uint8Array, at: number, little = false) => view(bytes).getUint16(at, little)

export const uint32 = (bytes: Uint8Array, at: number, little = false) => view(bytes).getUint32(at, little)

export const latin = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')
