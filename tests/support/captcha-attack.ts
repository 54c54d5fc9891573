import { inflateSync } from 'node:zlib'

/** Grey values from 0 (black) to 255, row by row. */
export interface Pixels {
  width: number
  greys: number[]
}

/** The names of a PNG's chunks, in order. */
export function chunksOf(png: Buffer): string[] {
  const names: string[] = []
  for (let offset = 8; offset < png.length; offset += 12 + png.readUInt32BE(offset))
    names.push(png.toString('latin1', offset + 4, offset + 8))
  return names
}

/** The pixels of a captcha, decoded from its PNG file. */
export function pixelsOf(png: Buffer): Pixels {
  const width = png.readUInt32BE(16)
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const length = width / 2 + 1
  const greys = Array.from({ length: width * (rows.length / length) }, (_, n) => {
    const byte = rows[Math.floor(n / width) * length + 1 + Math.floor((n % width) / 2)]!
    return 17 * (n % 2 ? byte & 15 : byte >> 4)
  })
  return { width, greys }
}

/** Computes each pixel from the square around it. */
function around(reach: number, compute: (near: number[], own: number) => number) {
  return ({ width, greys }: Pixels): Pixels => {
    const height = greys.length / width
    const greyAt = (x: number, y: number) =>
      greys[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!
    return {
      width,
      greys: greys.map((own, n) => {
        const near: number[] = []
        for (let dy = -reach; dy <= reach; dy++)
          for (let dx = -reach; dx <= reach; dx++)
            near.push(greyAt((n % width) + dx, Math.floor(n / width) + dy))
        return compute(near, own)
      }),
    }
  }
}

const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
const smoothed = around(1, mean)
const cleaned = around(1, (near) => near.toSorted((a, b) => a - b)[4]!)
const each = (change: (grey: number) => number) => (pixels: Pixels) => ({
  ...pixels,
  greys: pixels.greys.map(change),
})

/** The first attempts of a person who writes a program to read captchas. */
export const PREPARATIONS: Record<string, (pixels: Pixels) => Pixels> = {
  asItIs: (pixels) => pixels,
  cleanedBlackAndWhite: (pixels) => each((grey) => (grey < 128 ? 0 : 255))(cleaned(pixels)),
  inverted: (pixels) => each((grey) => 255 - grey)(smoothed(pixels)),
  locallyBlackAndWhite: (pixels) =>
    around(8, (near, own) => (own < mean(near) - 8 ? 0 : 255))(smoothed(pixels)),
  edges: (pixels) => around(6, (near, own) => (Math.abs(own - mean(near)) > 40 ? 0 : 255))(smoothed(pixels)),
}

export function enlarged({ width, greys }: Pixels, times: number): Pixels {
  const newWidth = width * times
  return {
    width: newWidth,
    greys: Array.from(
      { length: greys.length * times * times },
      (_, n) =>
        greys[Math.floor(Math.floor(n / newWidth) / times) * width + Math.floor((n % newWidth) / times)]!,
    ),
  }
}

/** The pixels as a file that tesseract reads. */
export const pgm = ({ width, greys }: Pixels): Buffer =>
  Buffer.concat([
    Buffer.from(`P5 ${width} ${greys.length / width} 255\n`),
    Buffer.from(greys.map(Math.round)),
  ])
