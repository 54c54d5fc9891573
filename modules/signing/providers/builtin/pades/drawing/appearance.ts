import type { SignaturePlace } from '#modules/printing/index.ts'
import { outlineText } from '#modules/printing/index.ts'
import { type Box, boxOf, fitInto, operators, type Step, twoDecimals } from '#src/pdf/drawing/path.ts'
import { FIELD, type SignatureMark } from '../../signature.ts'
import { strokeSteps } from './strokes.ts'

/** The appearance of a signature: the content of a form XObject of this size, in points. */
export interface Appearance {
  width: number
  height: number
  content: string
  /** Whether it contains invisible text, which needs its font. */
  hasText?: true
}

export interface Caption {
  name: string
  /** Their title in the party; missing or empty when unknown. */
  title?: string
  at: Date
}

const COLOUR = '0.05 0.13 0.42'
const CAPTION_COLOUR = '0.3 0.35 0.5'
const CAPTION_SIZE = 6
/** The width of a stroke on the field where it was drawn. */
const STROKE_WIDTH = 2.6

/** Draws a signature as vectors within its place, above a line with the name and the time of signing. */
export async function signatureAppearance(
  mark: SignatureMark,
  { width, height }: Pick<SignaturePlace, 'width' | 'height'>,
  caption: Caption,
): Promise<Appearance> {
  const lines = captionLines(caption, width, height)
  const foot = lines.reduce((sum, line) => sum + line.size * 1.3, 0)
  const room = { left: 0, bottom: foot, width, height: height - foot }
  const drawing = mark.kind === 'drawn' ? drawn(mark.strokes, room) : typed(mark.text, room)
  return { width, height, content: `q\n${drawing}\n${CAPTION_COLOUR} rg\n${captionContent(lines, foot)}\nQ` }
}

function drawn(strokes: [number, number][][], room: Box): string {
  const steps = strokeSteps(strokes)
  // A small drawing stays smaller than one that fills the field, but remains legible.
  const most = 2 * Math.min(room.width / FIELD.width, room.height / FIELD.height)
  const fitting = fitInto(boxOf(steps, STROKE_WIDTH / 2), room, most)
  return `1 J 1 j ${COLOUR} RG ${twoDecimals(STROKE_WIDTH * fitting.scale)} w\n${operators(steps, fitting)}\nS`
}

/** A long name is set on two or three lines when it becomes larger that way. */
function typed(text: string, room: Box): string {
  const drawings = [1, 2, 3].map((count) => stacked(linesOf(text, count)))
  const [best] = drawings
    .filter((steps) => steps.length > 0)
    .map((steps) => ({ steps, fitting: fitInto(boxOf(steps), room, room.height * 0.8) }))
    .sort((one, other) => other.fitting.scale - one.fitting.scale)
  return best ? `${COLOUR} rg\n${operators(best.steps, best.fitting)}\nf` : ''
}

/** Splits a text evenly into at most that many lines. */
function linesOf(text: string, count: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const most = text.length / count
    const fits = last !== undefined && (last.length + word.length / 2 < most || lines.length === count)
    if (fits) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines
}

function stacked(lines: string[]): Step[] {
  return lines.flatMap((line, index) => moved(outlineText(line, 600).steps, -1.15 * index))
}

const moved = (steps: Step[], up: number): Step[] =>
  steps.map(({ command, points }) => ({ command, points: points.map(([x, y]) => [x, y + up]) }))

/** The parts of the caption below a signature. */
export const captionOf = ({ name, title, at }: Caption): string[] => [
  name,
  ...(title ? [title] : []),
  momentOf(at),
]

interface Line {
  steps: Step[]
  size: number
}

/** One line if it fits, otherwise name, title and time below each other. */
function captionLines(caption: Caption, width: number, height: number): Line[] {
  const size = Math.min(CAPTION_SIZE, height * 0.2)
  const texts = captionOf(caption)
  const whole = outlineText(texts.join(' · '), 400)
  if (whole.width * size <= width) return [{ steps: whole.steps, size }]
  return texts.map((text) => {
    const { steps, width: natural } = outlineText(text, 400)
    return { steps, size: Math.min(size, width / Math.max(natural, 1)) }
  })
}

function captionContent(lines: Line[], foot: number): string {
  let top = foot
  return lines
    .map(({ steps, size }) => {
      top -= size * 1.3
      return `${operators(steps, { scale: size, x: 0, y: top + size * 0.3 })}\nf`
    })
    .join('\n')
}

const FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** China has one time zone, UTC+8, without daylight saving. */
export const momentOf = (at: Date): string => `${FORMAT.format(at)} +08:00`
