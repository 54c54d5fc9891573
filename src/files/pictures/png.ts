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
  for (let at = 8; ; ) {
    const end = at + 12 + uint32(bytes, at)
    const type = latin(bytes, at + 4, at + 8)
    if (end > bytes.length || uint32(bytes, end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return null
    if ((at === 8) !== (type === 'IHDR')) return null
    if (at === 8 && (end !== 33 || !isAcceptableSize(uint32(bytes, 16), uint32(bytes, 20)))) return null
    if (KEPT_CHUNKS.includes(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return parts
    at = end
  }
}
