import { outlineText } from '#modules/printing/index.ts'
import { boxOf, type Point, type Step } from '#src/pdf/drawing/path.ts'

/** Height of a character's middle above the baseline, in em. */
export const MIDDLE = 0.38

export interface Character {
  steps: Step[]
  /** Advance width in em. */
  width: number
}

/** The characters of a text as outlines, in units of one em. */
export const charactersOf = (text: string): Character[] => [...text].map((one) => outlineText(one, 600))

export const widthOf = (characters: Character[]) => characters.reduce((sum, { width }) => sum + width, 0)

export const mapped = (steps: Step[], move: (point: Point) => Point): Step[] =>
  steps.map(({ command, points }) => ({ command, points: points.map(move) }))

/** A ring between two ellipses centred on the origin, or the outline of one of them. */
export function ring(radii: Point, thickness: number): Step[] {
  const [rx, ry] = radii
  const inner = ellipse(rx - thickness, ry - thickness)
  return [...ellipse(rx, ry), ...mapped(inner, ([x, y]) => [-x, y])]
}

/** Distance of the Bézier control points for a quarter of a unit circle. */
const ARC = 0.5523

function ellipse(rx: number, ry: number): Step[] {
  return [
    { command: 'move', points: [[rx, 0]] },
    { command: 'curve', points: quarter(rx, ry, [1, 0], [0, 1]) },
    { command: 'curve', points: quarter(rx, ry, [0, 1], [-1, 0]) },
    { command: 'curve', points: quarter(rx, ry, [-1, 0], [0, -1]) },
    { command: 'curve', points: quarter(rx, ry, [0, -1], [1, 0]) },
    { command: 'close', points: [] },
  ]
}

function quarter(rx: number, ry: number, from: Point, to: Point): Point[] {
  const scaled = ([x, y]: Point): Point => [x * rx, y * ry]
  const controlPoint = (one: Point, other: Point): Point => [one[0] + other[0] * ARC, one[1] + other[1] * ARC]
  return [scaled(controlPoint(from, to)), scaled(controlPoint(to, from)), scaled(to)]
}

interface Box {
  /** Horizontal centre of the line. */
  x: number
  y: number
  /** Maximum width of the line, and height of an em. */
  width: number
  height: number
}

/** A character is condensed to no less than this share of its width; after that it becomes smaller. */
export const MIN_WIDTH_SHARE = 0.5

/** A straight line of text, centred: condensed, then made smaller, until it fits. */
export function lineIn(text: string, { x, y, width, height }: Box): Step[] {
  const { steps, width: naturalWidth } = outlineText(text, 600)
  const squeeze = Math.min(1, width / Math.max(naturalWidth * height, 0.1))
  const size = squeeze < MIN_WIDTH_SHARE ? (height * squeeze) / MIN_WIDTH_SHARE : height
  const across = Math.min(size, width / Math.max(naturalWidth, 0.1))
  return mapped(steps, ([px, py]) => [x + (px - naturalWidth / 2) * across, y + (py - MIDDLE) * size])
}

/** One character that fills a cell, centred in it. */
export function cellIn(character: string, { x, y, width, height }: Box): Step[] {
  const [drawn] = charactersOf(character)
  const { left, bottom, width: drawnWidth, height: drawnHeight } = boxOf(drawn!.steps)
  const scale: Point = [width / Math.max(drawnWidth, 0.3), height / Math.max(drawnHeight, 0.3)]
  return mapped(drawn!.steps, ([px, py]) => [
    x + (px - left - drawnWidth / 2) * scale[0],
    y + (py - bottom - drawnHeight / 2) * scale[1],
  ])
}
