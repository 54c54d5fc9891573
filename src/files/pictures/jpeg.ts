import { isAcceptableSize, latin, uint16, uint32 } from './bytes.ts'

const SOI = new Uint8Array([0xff, 0xd8])
const EOI = new Uint8Array([0xff, 0xd9])
const SCAN = 0xda
/** Huffman and quantisation tables, number of lines, restart interval. */
const TABLES = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd]

/**
 * The parts of a JPEG to keep: pixel data and a rewritten orientation; no EXIF, location, profile, comment
 * or preview. Throws or returns null for an incomplete picture (source: ITU-T T.81, B).
 */
export function partsOfJpeg(bytes: Uint8Array): Uint8Array[] | null {
  const parts: Uint8Array[] = [SOI]
  let hasFrame = false
  let hasScan = false
  for (let offset = 2; ; ) {
    if (bytes[offset] !== 0xff) return null
    const marker = bytes[offset + 1]!
    if (marker === 0xff) offset++
    else if (marker === 0xd9) return hasFrame && hasScan ? [...parts, EOI] : null
    else {
      let end = offset + 2 + uint16(bytes, offset + 2)
      if (end > bytes.length) return null
      if (isFrame(marker)) {
        if (!isAcceptableSize(uint16(bytes, offset + 7), uint16(bytes, offset + 5))) return null
        hasFrame = true
      }
      if (marker === SCAN) {
        end = afterScan(bytes, end)
        hasScan = true
      }
      const orientation = marker === 0xe1 && orientationIn(bytes.subarray(offset + 4, end))
      if (orientation) parts.push(orientationPart(orientation))
      else if (isNeeded(bytes, offset, end)) parts.push(bytes.subarray(offset, end))
      offset = end
    }
  }
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Whether an application segment is needed: only segments about colours, a plain JFIF header without a
 * preview, and Adobe's for CMYK.
 */
function isNeeded(bytes: Uint8Array, offset: number, end: number): boolean {
  const marker = bytes[offset + 1]!
  if (marker === 0xe0) return latin(bytes, offset + 4, offset + 9) === 'JFIF\0' && end - offset === 18
  if (marker === 0xee) return latin(bytes, offset + 4, offset + 9) === 'Adobe' && end - offset === 16
  return isFrame(marker) || marker === SCAN || TABLES.includes(marker)
}

/** The end of the coded pixels: the next marker that is neither a restart nor a stuffed byte. */
function afterScan(bytes: Uint8Array, start: number): number {
  for (let offset = bytes.indexOf(0xff, start); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const nextByte = bytes[offset + 1] ?? 0
    if (nextByte !== 0 && nextByte !== 0xff && (nextByte < 0xd0 || nextByte > 0xd7)) return offset
  }
  throw new RangeError('the picture ends too early')
}

const ORIENTATION = 0x0112

/**
 * The orientation, 2 to 8, if EXIF declares the picture as rotated or mirrored (source: EXIF 2.3, 4.6.4).
 */
function orientationIn(part: Uint8Array): number | null {
  if (latin(part, 0, 6) !== 'Exif\0\0') return null
  const tiff = part.subarray(6)
  const littleEndian = latin(tiff, 0, 2) === 'II'
  const listOffset = uint32(tiff, 4, littleEndian)
  if (listOffset + 2 > tiff.length) return null
  for (let n = 0; n < uint16(tiff, listOffset, littleEndian); n++) {
    const entry = listOffset + 2 + 12 * n
    if (entry + 12 > tiff.length) return null
    const value = uint16(tiff, entry + 8, littleEndian)
    if (uint16(tiff, entry, littleEndian) === ORIENTATION) return value > 1 && value < 9 ? value : null
  }
  return null
}

const orientationPart = (value: number) =>
  Buffer.concat([
    Buffer.from('ffe10022', 'hex'),
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0', 'latin1'),
    Buffer.from([value, 0, 0, 0, 0, 0, 0]),
  ])
