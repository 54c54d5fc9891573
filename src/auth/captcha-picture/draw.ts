import { randomBytes } from 'node:crypto'
import { encodePng } from './png.ts'
import { type Point, strokesOf } from './strokes.ts'

export const WIDTH = 192
export const HEIGHT = 72

/** Half the stroke width. */
const PEN_RADIUS = 2.4
/** The distance between characters, which overlap, so that single characters cannot be cut out. */
const CHARACTER_STEP = 42

/**
 * A random number from 0 to 1, from a secure source, so that the noise cannot be predicted from other
 * pictures.
 */
const randomShare = () => randomBytes(4).readUInt32LE() / 2 ** 32
const randomBetween = (low: number, high: number) => low + randomShare() * (high - low)

/**
 * The characters as a greyscale PNG: rotated, bent, touching, crossed by strokes, partly light on dark, with
 * noise. Contains only pixels, no metadata.
 */
export function drawPicture(answer: string): Buffer {
  const ink = new Float32Array(WIDTH * HEIGHT)
  const bend = wave()
  for (const [n, character] of [...answer].entries())
    for (const stroke of placeStrokes(strokesOf(character), n, answer.length))
      draw(ink, stroke.map(bend), PEN_RADIUS)
  for (let n = 0; n < 2; n++) draw(ink, crossingLine().map(bend), PEN_RADIUS * 0.4)
  return encodePng(greysOf(ink), WIDTH)
}

/** The strokes of the nth character at its position. */
function placeStrokes(strokes: Point[][], n: number, count: number): Point[][] {
  const angle = randomBetween(-0.35, 0.35)
  const sin = Math.sin(angle)
  const cos = Math.cos(angle)
  const xScale = randomBetween(6.6, 8)
  const yScale = randomBetween(6.4, 7.8)
  const slant = randomBetween(-0.2, 0.2)
  const left = WIDTH / 2 + (n - (count - 1) / 2) * CHARACTER_STEP + randomBetween(-3, 3)
  const top = HEIGHT / 2 + randomBetween(-6, 6)
  return strokes.map((stroke) =>
    stroke.map(([x, y]): Point => {
      const a = (x + y * slant) * xScale
      const b = y * yScale
      return [left + a * cos - b * sin, top + a * sin + b * cos]
    }),
  )
}

/** Distorts the whole picture by waves. */
function wave(): (point: Point) => Point {
  const a = randomBetween(2, 4)
  const b = randomBetween(2, 4)
  const u = randomBetween(0.05, 0.09)
  const v = randomBetween(0.03, 0.06)
  const p = randomBetween(0, 6)
  const q = randomBetween(0, 6)
  return ([x, y]) => [x + a * Math.sin(y * u + p), y + b * Math.sin(x * v + q)]
}

/** A line across the whole width. */
function crossingLine(): Point[] {
  const middle = randomBetween(0.25, 0.75) * HEIGHT
  const amplitude = randomBetween(6, 18)
  const frequency = randomBetween(0.015, 0.05)
  const phase = randomBetween(0, 6)
  return Array.from({ length: 25 }, (_, n) => [
    n * 8,
    middle + amplitude * Math.sin(n * 8 * frequency + phase),
  ])
}

/** Draws the stroke of a round pen through the points. A pixel of `ink` is from 0 to 1. */
function draw(ink: Float32Array, points: Point[], pen: number) {
  for (let n = 1; n < points.length; n++) drawLine(ink, points[n - 1]!, points[n]!, pen)
}

/**
 * Draws one segment by each pixel's distance from the line. Creates no objects, because visitors request
 * thousands of pictures.
 */
function drawLine(ink: Float32Array, [ax, ay]: Point, [bx, by]: Point, pen: number) {
  const dx = bx - ax
  const dy = by - ay
  const reach = pen + 0.5
  const squaredLength = dx * dx + dy * dy || 1
  const left = Math.max(0, Math.floor(Math.min(ax, bx) - pen - 1))
  const right = Math.min(WIDTH - 1, Math.max(ax, bx) + pen + 1)
  const top = Math.max(0, Math.floor(Math.min(ay, by) - pen - 1))
  const bottom = Math.min(HEIGHT - 1, Math.max(ay, by) + pen + 1)
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const projection = ((x - ax) * dx + (y - ay) * dy) / squaredLength
      const position = Math.max(0, Math.min(1, projection))
      const xDistance = x - ax - position * dx
      const yDistance = y - ay - position * dy
      const squaredDistance = xDistance * xDistance + yDistance * yDistance
      if (squaredDistance > reach * reach) continue
      const covered = Math.min(1, reach - Math.sqrt(squaredDistance))
      if (covered > ink[y * WIDTH + x]!) ink[y * WIDTH + x] = covered
    }
}

/** Inverts light and dark along two waves, and adds noise. */
function greysOf(ink: Float32Array): Uint8Array {
  const p = randomBetween(0, 6)
  const q = randomBetween(0, 6)
  const r = randomBetween(0, 6)
  const u = randomBetween(0.03, 0.05)
  const v = randomBetween(0.06, 0.1)
  const grain = randomBytes(WIDTH * HEIGHT)
  const slantedWave = Float64Array.from({ length: WIDTH + HEIGHT }, (_, n) => 0.5 * Math.sin(n * 0.08 + r))
  const greys = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0, n = 0; y < HEIGHT; y++) {
    const shift = p + 1.3 * Math.sin(y * v + q)
    for (let x = 0; x < WIDTH; x++, n++) {
      const inversion = Math.sin(x * u + shift) + slantedWave[x + y]!
      // From 0 (dark on light) to 1 (light on dark), soft at the border.
      const share = 1 / (1 + Math.exp(-inversion * 8))
      const paper = 13 - 9 * share
      const grey = paper + (3 + 10 * share - paper) * ink[n]! + (grain[n]! / 255 - 0.5) * 5
      greys[n] = grey < 0 ? 0 : grey > 15 ? 15 : Math.round(grey)
    }
  }
  return greys
}
