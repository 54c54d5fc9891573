import { isAcceptableSize, latin, uint16 } from './bytes.ts'

const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff

/**
 * The parts of a GIF to keep: images, their timing and the number of repetitions. Throws or returns null for
 * an incomplete picture (source: GIF89a).
 */
export function partsOfGif(bytes: Uint8Array): Uint8Array[] | null {
  if (!isAcceptableSize(uint16(bytes, 6, true), uint16(bytes, 8, true))) return null
  let at = 13 + colours(bytes[10]!)
  const parts = [bytes.subarray(0, at)]
  for (let images = 0; ; ) {
    const begin = at
    const kind = bytes[at]
    if (kind === 0x3b) return images ? [...parts, bytes.subarray(at, at + 1)] : null
    if (kind === 0x2c) {
      if (!isAcceptableSize(uint16(bytes, at + 5, true), uint16(bytes, at + 7, true))) return null
      at = afterBlocks(bytes, at + 11 + colours(bytes[at + 9]!))
      images++
    } else if (kind === 0x21) at = afterBlocks(bytes, at + 2)
    else return null
    if (kind === 0x2c || isNeeded(bytes, begin)) parts.push(bytes.subarray(begin, at))
  }
}

function isNeeded(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] === GRAPHIC_CONTROL) return true
  return bytes[at + 1] === APPLICATION && latin(bytes, at + 3, at + 14) === 'NETSCAPE2.0'
}

/** The size in bytes of the colour table that a packed field declares. */
const colours = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at]) at += bytes[at]! + 1
  if (at >= bytes.length) throw new RangeError('the picture ends too early')
  return at + 1
}
