import type { Pixels } from '#src/files/pictures/pixels.ts'

/**
 * Distance from the colour of the paper (maximum 441): a pixel below PAPER is paper, one above INK is ink.
 */
const PAPER = 36
const INK = 110
/** A pixel with at least this opacity counts as ink. A row or column needs at least SPECKS of them. */
const VISIBLE = 100
const SPECKS = 3
/** A picture smaller than this number of pixels is only a speck. */
const MIN_SIDE = 24

/** Makes the paper transparent and crops the margins; null for a picture without ink on paper. */
export function inkOf(picture: Pixels): Pixels | null {
  const paper = paperOf(picture)
  const data = new Uint8ClampedArray(picture.data.length)
  for (let at = 0; at < data.length; at += 4) data.set(clear(picture.data.subarray(at, at + 4), paper), at)
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
  const middle = (channel: number) => {
    const values = solid.map((pixel) => data[pixel * 4 + channel]!).sort((one, other) => one - other)
    return values[Math.floor(values.length / 2)]!
  }
  return [middle(0), middle(1), middle(2)]
}

/** The pixel's colour without the paper that shines through it. */
function clear(pixel: Uint8ClampedArray, paper: Colour): [number, number, number, number] {
  const [red = 0, green = 0, blue = 0, opacity = 0] = pixel
  const colours: Colour = [red, green, blue]
  const difference = Math.hypot(...colours.map((value, channel) => value - paper[channel]!))
  const share = Math.min(1, Math.max(0, (difference - PAPER) / (INK - PAPER)))
  if (share === 0) return [0, 0, 0, 0]
  const [r, g, b] = colours.map((value, channel) => (value - (1 - share) * paper[channel]!) / share)
  return [r!, g!, b!, share * opacity]
}

function cropped(picture: Pixels): Pixels | null {
  const [left, right] = extent(picture.width, (x) => countIn(picture, x, 'column'))
  const [top, bottom] = extent(picture.height, (y) => countIn(picture, y, 'row'))
  const width = right - left + 1
  const height = bottom - top + 1
  if (width < MIN_SIDE || height < MIN_SIDE) return null
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 4
    data.set(picture.data.subarray(from, from + width * 4), y * width * 4)
  }
  return { width, height, data }
}

/** The first and last index with ink; if there is no ink, the last index is before the first. */
function extent(length: number, count: (index: number) => number): [number, number] {
  let first = 0
  while (first < length && count(first) < SPECKS) first++
  let last = length - 1
  while (last > first && count(last) < SPECKS) last--
  return [first, first < length ? last : first - 1]
}

function countIn({ width, height, data }: Pixels, index: number, line: 'row' | 'column'): number {
  let count = 0
  const length = line === 'row' ? width : height
  for (let along = 0; along < length; along++) {
    const pixel = line === 'row' ? index * width + along : along * width + index
    if (data[pixel * 4 + 3]! >= VISIBLE) count++
  }
  return count
}
