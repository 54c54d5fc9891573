import type { Pixels } from '#src/files/pictures/pixels.ts'

/**
 * Distances from the colour of the paper (at most 441): a pixel below the first is paper, a pixel above the
 * second is ink.
 */
const MAX_PAPER_DIFFERENCE = 36
const MIN_INK_DIFFERENCE = 110
/**
 * A pixel with at least this opacity counts as ink. A row or column needs at least MIN_INK_PIXELS of them.
 */
const MIN_OPACITY = 100
const MIN_INK_PIXELS = 3
/** A picture smaller than this number of pixels is only a speck. */
const MIN_SIDE = 24

/** Makes the paper transparent and crops the margins; null for a picture without ink on paper. */
export function inkOf(picture: Pixels): Pixels | null {
  const paper = paperOf(picture)
  const data = new Uint8ClampedArray(picture.data.length)
  for (let index = 0; index < data.length; index += 4)
    data.set(withoutPaper(picture.data.subarray(index, index + 4), paper), index)
  return cropped({ ...picture, data })
}

type Colour = [red: number, green: number, blue: number]

/** The median colour along the edges; white if the edges are already transparent. */
function paperOf({ width, height, data }: Pixels): Colour {
  const edges: number[] = []
  for (let x = 0; x < width; x++) edges.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) edges.push(y * width, y * width + width - 1)
  const solid = edges.filter((pixel) => data[pixel * 4 + 3]! > 127)
  if (solid.length < edges.length / 2) return [255, 255, 255]
  const median = (channel: number) => {
    const values = solid.map((pixel) => data[pixel * 4 + channel]!).sort((one, other) => one - other)
    return values[Math.floor(values.length / 2)]!
  }
  return [median(0), median(1), median(2)]
}

/** The pixel's colour without the paper that shines through it. */
function withoutPaper(pixel: Uint8ClampedArray, paper: Colour): [number, number, number, number] {
  const [red = 0, green = 0, blue = 0, opacity = 0] = pixel
  const colours: Colour = [red, green, blue]
  const difference = Math.hypot(...colours.map((value, channel) => value - paper[channel]!))
  const share = Math.min(
    1,
    Math.max(0, (difference - MAX_PAPER_DIFFERENCE) / (MIN_INK_DIFFERENCE - MAX_PAPER_DIFFERENCE)),
  )
  if (share === 0) return [0, 0, 0, 0]
  const [r, g, b] = colours.map((value, channel) => (value - (1 - share) * paper[channel]!) / share)
  return [r!, g!, b!, share * opacity]
}

function cropped(picture: Pixels): Pixels | null {
  const [left, right] = inkRange(picture.width, (x) => countIn(picture, x, 'column'))
  const [top, bottom] = inkRange(picture.height, (y) => countIn(picture, y, 'row'))
  const width = right - left + 1
  const height = bottom - top + 1
  if (width < MIN_SIDE || height < MIN_SIDE) return null
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    const offset = ((top + y) * picture.width + left) * 4
    data.set(picture.data.subarray(offset, offset + width * 4), y * width * 4)
  }
  return { width, height, data }
}

/** The first and last index with ink; if there is no ink, the last index is before the first. */
function inkRange(length: number, inkCount: (index: number) => number): [number, number] {
  let first = 0
  while (first < length && inkCount(first) < MIN_INK_PIXELS) first++
  let last = length - 1
  while (last > first && inkCount(last) < MIN_INK_PIXELS) last--
  return [first, first < length ? last : first - 1]
}

function countIn({ width, height, data }: Pixels, index: number, line: 'row' | 'column'): number {
  let count = 0
  const length = line === 'row' ? width : height
  for (let along = 0; along < length; along++) {
    const pixel = line === 'row' ? index * width + along : along * width + index
    if (data[pixel * 4 + 3]! >= MIN_OPACITY) count++
  }
  return count
}
