import { outlineByHand, outlineText, type TextOutline } from '#modules/printing/index.ts'
import type { Box, Fitting, Step } from '#src/pdf/drawing/path.ts'

/** Font size in points. All names have this size, except those too long for their line. */
const FONT_SIZE = 27
/** In em: the height of a line above and below its baseline, and the distance between baselines. */
const ABOVE = 0.88
const BELOW = 0.26
const LEADING = 1.05
/** Indent from the start of the line, in points. */
const INDENT = 3
/** Maximum number of lines of a name. */
const MAX_LINES = 3
const SUFFICIENT_SHARE = 0.8

/** A typed name as outlines, in handwriting if the handwriting fonts contain all its characters. */
export function typedName(text: string, room: Box): { steps: Step[]; fitting: Fitting } {
  const isHandwritten = outlineByHand(text) !== null
  const outlineLine = (line: string) => (isHandwritten && outlineByHand(line)) || outlineText(line, 400)
  const lineSets = Array.from({ length: MAX_LINES }, (_, index) => linesOf(text, index + 1).map(outlineLine))
  const options = lineSets.map((lines) => ({ lines, scale: scaleOf(lines, room) }))
  const largestScale = Math.max(...options.map(({ scale }) => scale))
  // Prefers fewer lines unless another line enlarges the name considerably.
  const bestOption = options.find(({ scale }) => scale >= largestScale * SUFFICIENT_SHARE)
  const { lines, scale } = bestOption!
  const steps = lines.flatMap((line, index) => shiftUp(line.steps, LEADING * (lines.length - 1 - index)))
  const freeHeight = Math.max(0, room.height - heightOf(lines) * scale)
  return { steps, fitting: { scale, x: room.left + INDENT, y: room.bottom + freeHeight / 2 + BELOW * scale } }
}

const heightOf = (lines: TextOutline[]) => ABOVE + BELOW + LEADING * (lines.length - 1)

const scaleOf = (lines: TextOutline[], room: Box) =>
  Math.min(
    FONT_SIZE,
    room.height / heightOf(lines),
    ...lines.map(({ width }) => (room.width - 2 * INDENT) / (width || 1)),
  )

/** Splits a text evenly into at most `count` lines. */
function linesOf(text: string, count: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const lastLine = lines.at(-1)
    const maxLength = text.length / count
    const fits =
      lastLine !== undefined && (lastLine.length + word.length / 2 < maxLength || lines.length === count)
    if (fits) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines
}

const shiftUp = (steps: Step[], distance: number): Step[] =>
  steps.map(({ command, points }) => ({ command, points: points.map(([x, y]) => [x, y + distance]) }))
