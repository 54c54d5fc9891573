import type { SignaturePlace } from '#modules/documents/index.ts'
import { FIELD, type Signature } from '../signature.ts'
import { letter } from './lettering.ts'
import { type Box, boxOf, fitInto, operators, type Step, short } from './path.ts'
import { strokeSteps } from './strokes.ts'

/** What a signature looks like: the content of a form XObject of this size, in points. */
export interface Appearance {
  width: number
  height: number
  content: string
}

interface Caption {
  name: string
  at: Date
}

const INK = '0.05 0.13 0.42'
const CAPTION_INK = '0.3 0.35 0.5'
const CAPTION_SIZE = 6
/** Of a stroke on the field where it was drawn. */
const PEN = 2.6

/** A signature as vectors within its place, above a line with the name and the moment of signing. */
export async function signatureAppearance(
  signature: Signature,
  { width, height }: Pick<SignaturePlace, 'width' | 'height'>,
  caption: Caption,
): Promise<Appearance> {
  const lines = captionLines(caption, width, height)
  const foot = lines.reduce((sum, line) => sum + line.size * 1.3, 0)
  const room = { left: 0, bottom: foot, width, height: height - foot }
  const mark = signature.kind === 'drawn' ? drawn(signature.strokes, room) : typed(signature.text, room)
  return { width, height, content: `q\n${mark}\n${CAPTION_INK} rg\n${captionContent(lines, foot)}\nQ` }
}

function drawn(strokes: [number, number][][], room: Box): string {
  const steps = strokeSteps(strokes)
  // A mark made small stays smaller than one that fills the field, but not so small as to be lost.
  const most = 2 * Math.min(room.width / FIELD.width, room.height / FIELD.height)
  const fitting = fitInto(boxOf(steps, PEN / 2), room, most)
  return `1 J 1 j ${INK} RG ${short(PEN * fitting.scale)} w\n${operators(steps, fitting)}\nS`
}

function typed(text: string, room: Box): string {
  const { steps } = letter(text, 600)
  if (steps.length === 0) return ''
  return `${INK} rg\n${operators(steps, fitInto(boxOf(steps), room, room.height * 0.8))}\nf`
}

interface Line {
  steps: Step[]
  size: number
}

/** One line where there is room for it, else the name above the moment. */
function captionLines({ name, at }: Caption, width: number, height: number): Line[] {
  const size = Math.min(CAPTION_SIZE, height * 0.2)
  const whole = letter(`${name} · ${momentOf(at)}`, 400)
  if (whole.width * size <= width) return [{ steps: whole.steps, size }]
  return [letter(name, 400), letter(momentOf(at), 400)].map((line) => ({
    steps: line.steps,
    size: Math.min(size, width / Math.max(line.width, 1)),
  }))
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

/** China keeps one time all year round, eight hours ahead. */
export const momentOf = (at: Date): string => `${FORMAT.format(at)} +08:00`
