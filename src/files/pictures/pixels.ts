import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture in memory: four bytes for each pixel, red, green, blue and opacity, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const HEADER = { length: 13, depth: 8, colours: 6 }

/** A PNG in the only form that `readPng` reads: eight bits, red, green, blue and opacity, no filters. */
export function writePng({ width, height, data }: Pixels): Buffer {
  const header = Buffer.alloc(HEADER.length)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([HEADER.depth, HEADER.colours], 8)
  const rows = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const body = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND')]
  return Buffer.concat([SIGNATURE, ...body])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, checksum])
}

/** The pixels of a PNG that `writePng` wrote. Throws for any other file. */
export function readPng(bytes: Uint8Array): Pixels {
  const png = Buffer.from(bytes)
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const size = png.readUInt32BE(33)
  if (png.toString('latin1', 37, 41) !== 'IDAT') throw new Error('No picture of ours')
  const rows = inflateSync(png.subarray(41, 41 + size))
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    const rowStart = y * (width * 4 + 1)
    if (rows[rowStart] !== 0) throw new Error('No picture of ours')
    data.set(rows.subarray(rowStart + 1, rowStart + 1 + width * 4), y * width * 4)
  }
  return { width, height, data }
}
