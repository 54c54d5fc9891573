import { readPng } from '#src/files/pictures/pixels.ts'
import { contentOf } from './design/svg.ts'
import { SIZES } from './design/texts.ts'
import type { SealLook } from './schema.ts'
import type { SealPicture } from './seal.ts'

/** A picture of a seal for printing: its size in points, and either PDF operators or pixels. */
export type SealFigure = { width: number; height: number } & (
  | { kind: 'path'; content: string }
  | { kind: 'pixels'; columns: number; rows: number; colours: Uint8Array; opacity: Uint8Array }
)

const POINTS_PER_MM = 72 / 25.4

/** The size of a picture of a seal in millimetres. */
export const sizeOf = (look: SealLook): { width: number; height: number } =>
  look.way === 'drawn' ? SIZES[look.design.shape] : { width: look.width, height: look.height }

export function figureOf({ look, picture }: SealPicture): SealFigure {
  const { width, height } = sizeOf(look)
  const size = { width: width * POINTS_PER_MM, height: height * POINTS_PER_MM }
  if (look.way === 'drawn') return { ...size, kind: 'path', content: contentOf(look.design) }
  const { width: columns, height: rows, data } = readPng(picture!)
  const colours = new Uint8Array(columns * rows * 3)
  const opacity = new Uint8Array(columns * rows)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    colours.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
    opacity[pixel] = data[pixel * 4 + 3]!
  }
  return { ...size, kind: 'pixels', columns, rows, colours, opacity }
}
