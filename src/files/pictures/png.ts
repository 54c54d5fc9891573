import { crc32 } from 'node:zlib'
import { isAcceptableSize, latin, uint32 } from './bytes.ts'

/** Chunks that affect the look of a PNG. Texts, dates, EXIF, profiles and animation are left out. */
const KEPT_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']

/**
 * The parts of a PNG to keep. Throws or returns null for an incomplete picture (source: PNG, third edition,
 * 5).
 */
export function partsOfPng(bytes: Uint8Array): Uint8Array[] | null {
  const parts = [bytes.subarray(0, 8)]
  for (let offset = 8; ; ) {
    const end = offset + 12 + uint32(bytes, offset)
    const type = latin(bytes, offset + 4, offset + 8)
    if (end > bytes.length || uint32(bytes, end - 4) !== crc32(bytes.subarray(offset + 4, end - 4)))
      return null
    if ((offset === 8) !== (type === 'IHDR')) return null
    if (offset === 8 && (end !== 33 || !isAcceptableSize(uint32(bytes, 16), uint32(bytes, 20)))) return null
    if (KEPT_CHUNKS.includes(type)) parts.push(bytes.subarray(offset, end))
    if (type === 'IEND') return parts
    offset = end
  }
}
