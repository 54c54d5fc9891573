import { outlineByHand, outlineText, type TextOutline } from '#modules/printing/index.ts'
import type { Box, Fitting, Step } from '#src/pdf/drawing/path.ts'

/** Font size in points. All names have this size, except those too long for their line. */
const SIZE = 27
/** In em: the height of a line above and below its baseline, and the distance between baselines. */
const ABOVE = 0.88
const BELOW = 0.26
const LEADING = 1.05
/** Indent from the start of the line, in points. */
const INDENT = 3
/** Maximum number of lines of a name. */
const MAX_LINES = 3
const WORTH = 0.8

/** A typed name as outlines, in handwriting if the handwriting fonts contain all its characters. */
export function typedName(text: string, room: Box): { steps: Step[]; fitting: Fitting } {
  const byHand = outlineByHand(text) !== null
  const outlined = (line: string) => (byHand && outlineByHand(line)) || outlineText(line, 400)
  const settings = Array.from({ length: MAX_LINES }, (_, index) => linesOf(text, index + 1).map(outlined))
  const options = settings.map((lines) => ({ lines, scale: scaleOf(lines, room) }))
  const largest = Math.max(...options.map(({ scale }) => scale))
  // Prefers fewer lines unless another line enlarges the name considerably.
  const best = options.find(({ scale }) => scale >= largest * WORTH)
  const { lines, scale } = best!
  const steps = lines.flatMap((line, index) => moved(line.steps, LEADING * (lines.length - 1 - index)))
  const free = Math.max(0, room.height - heightOf(lines) * scale)
  return { steps, fitting: { scale, x: room.left + INDENT, y: room.bottom + free / 2 + BELOW * scale } }
}

const heightOf = (lines: TextOutline[]) => ABOVE + BELOW + LEADING * (lines.length - 1)

const scaleOf = (lines: TextOutline[], room: Box) =>
  Math.min(
    SIZE,
    room.height / heightOf(lines),
    ...lines.map(({ width }) => (room.width - 2 * INDENT) / (width || 1)),
  )

/** Splits a text evenly into at most `count` lines. */
function linesOf(text: string, count: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const max = text.length / count
    const fits = last !== undefined && (last.length + word.length / 2 < max || lines.length === count)
    if (fits) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines
}

const moved = (steps: Step[], up: number): Step[] =>
  steps.map(({ command, points }) => ({ command, points: points.map(([x, y]) => [x, y + up]) }))
