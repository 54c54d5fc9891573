import { deflateSync, inflateSync } from 'node:zlib'
import * as v from 'valibot'
import { cutPicture } from '#modules/seals/index.ts'
import { readPng, writePng } from '#src/files/pictures/pixels.ts'
import type { MessageKey } from '#views/language/messages.ts'

/** An uploaded picture of a signature, reduced to its ink in one colour. */
export interface PictureMark {
  kind: 'picture'
  /** In pixels. */
  width: number
  height: number
  /** The mean colour of the ink, as #rrggbb. */
  colour: string
  /** One bit per pixel, 1 for ink, in rows of whole bytes from the top; deflated, as base64url. */
  ink: string
}

/** Length of the longer side in millimetres, which is the length of a signature line. */
const LONGER_SIDE = 45
const MAX_PIXELS = 540
const HIGHEST_BIT = 128

/** The uploaded picture of a signature without its paper, or the locale key of the problem. */
export async function markIn(files: Uint8Array[]): Promise<PictureMark | MessageKey> {
  const cutResult = await cutPicture(files, LONGER_SIDE)
  if (cutResult === 'seals.problem.emptyPicture') return 'signing.problem.emptyPicture'
  if (typeof cutResult === 'string') return cutResult
  const { width, height, data } = readPng(cutResult.png)
  const rowBytes = Math.ceil(width / 8)
  const bits = Buffer.alloc(rowBytes * height)
  const sums = [0, 0, 0]
  let count = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(pixel * 4, pixel * 4 + 4)
    if (opacity < HIGHEST_BIT) continue
    const x = pixel % width
    bits[Math.floor(pixel / width) * rowBytes + (x >> 3)]! |= HIGHEST_BIT >> (x & 7)
    for (const [channel, value] of [red, green, blue].entries()) sums[channel]! += value
    count++
  }
  if (count === 0) return 'signing.problem.emptyPicture'
  const colour = `#${sums.map((sum) => hex(Math.round(sum / count))).join('')}`
  return {
    kind: 'picture',
    width,
    height,
    colour,
    ink: deflateSync(bits, { level: 9 }).toString('base64url'),
  }
}

const hex = (value: number) => value.toString(16).padStart(2, '0')

const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PIXELS))

/** A mark as the page submits it, after the signatory has seen it. */
export const PictureSchema = v.pipe(
  v.strictObject({
    kind: v.literal('picture'),
    width: side,
    height: side,
    colour: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
    ink: v.pipe(v.string(), v.maxLength(48_000)),
  }),
  v.check((mark) => inkOf(mark) !== null),
)

/** The bits of a mark; null if their number does not match the mark's size. */
export function inkOf({ width, height, ink }: PictureMark): Buffer | null {
  const length = Math.ceil(width / 8) * height
  try {
    const bits = inflateSync(Buffer.from(ink, 'base64url'), { maxOutputLength: length })
    return bits.length === length ? bits : null
  } catch {
    return null
  }
}

/** The mark as a data URL of a PNG with transparent paper. */
export function pictureAddress(mark: PictureMark): string {
  const { width, height, colour } = mark
  const bits = inkOf(mark)!
  const ink = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
  const data = new Uint8ClampedArray(width * height * 4)
  const rowBytes = Math.ceil(width / 8)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (bits[y * rowBytes + (x >> 3)]! & (HIGHEST_BIT >> (x & 7)))
        data.set([...ink, 255], (y * width + x) * 4)
  return `data:image/png;base64,${writePng({ width, height, data }).toString('base64')}`
}
