import type { Pixels } from '#src/files/pictures/pixels.ts'

/** A pixel with a channel below this value is not white. */
const NEARLY_WHITE = 247

/** The minimum side of a logo, in pixels. */
const MIN_SIDE = 8

/** The part of a picture on white within its margins; null for an empty picture. */
export function inkedPart({ width, height, data }: Pixels) {
  const hasInk = (x: number, y: number) => {
    const offset = (y * width + x) * 4
    return (
      data[offset]! < NEARLY_WHITE || data[offset + 1]! < NEARLY_WHITE || data[offset + 2]! < NEARLY_WHITE
    )
  }
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!hasInk(x, y)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  const inkedArea = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  return inkedArea.width < MIN_SIDE || inkedArea.height < MIN_SIDE ? null : inkedArea
}
