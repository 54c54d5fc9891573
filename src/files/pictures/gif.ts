import { isAcceptableSize, latin, uint16 } from './bytes.ts'

const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff

/**
 * The parts of a GIF to keep: images, their timing and the number of repetitions. Throws or returns null for
 * an incomplete picture (source: GIF89a).
 */
export function partsOfGif(bytes: Uint8Array): Uint8Array[] | null {
  if (!isAcceptableSize(uint16(bytes, 6, true), uint16(bytes, 8, true))) return null
  let offset = 13 + colourTableSize(bytes[10]!)
  const parts = [bytes.subarray(0, offset)]
  for (let images = 0; ; ) {
    const start = offset
    const kind = bytes[offset]
    if (kind === 0x3b) return images ? [...parts, bytes.subarray(offset, offset + 1)] : null
    if (kind === 0x2c) {
      if (!isAcceptableSize(uint16(bytes, offset + 5, true), uint16(bytes, offset + 7, true))) return null
      offset = afterBlocks(bytes, offset + 11 + colourTableSize(bytes[offset + 9]!))
      images++
    } else if (kind === 0x21) offset = afterBlocks(bytes, offset + 2)
    else return null
    if (kind === 0x2c || isNeeded(bytes, start)) parts.push(bytes.subarray(start, offset))
  }
}

function isNeeded(bytes: Uint8Array, offset: number): boolean {
  if (bytes[offset + 1] === GRAPHIC_CONTROL) return true
  return bytes[offset + 1] === APPLICATION && latin(bytes, offset + 3, offset + 14) === 'NETSCAPE2.0'
}

/** The size in bytes of the colour table that a packed field declares. */
const colourTableSize = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function afterBlocks(bytes: Uint8Array, start: number): number {
  let offset = start
  while (bytes[offset]) offset += bytes[offset]! + 1
  if (offset >= bytes.length) throw new RangeError('the picture ends too early')
  return offset + 1
}
