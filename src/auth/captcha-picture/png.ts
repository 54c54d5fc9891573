import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const FOUR_BITS_OF_GREY = [4, 0, 0, 0, 0]

/**
 * Encodes a picture in sixteen shades of grey as PNG. `greys` are from 0 (black) to 15, row by row; the
 * width must be even (source: PNG, third edition).
 */
export function encodePng(greys: Uint8Array, width: number): Buffer {
  const height = greys.length / width
  const rows = Buffer.alloc(height * (width / 2 + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x += 2)
      rows[y * (width / 2 + 1) + 1 + x / 2] = (greys[y * width + x]! << 4) | greys[y * width + x + 1]!
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set(FOUR_BITS_OF_GREY, 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
