import type { SignaturePlace } from '#modules/printing/index.ts'
import { outlineText, type TextOutline } from '#modules/printing/index.ts'
import {
  type Box,
  boxOf,
  fitInto,
  operators,
  type Point,
  type Step,
  twoDecimals,
} from '#src/pdf/drawing/path.ts'
import { FIELD, type SignatureMark } from '../../signature.ts'
import { inkOf, type PictureMark } from '../../uploaded/uploaded-signature.ts'
import { strokeSteps } from './strokes.ts'
import { typedName } from './typed-name.ts'

/** The appearance of a signature: the content of a form XObject, and its size in points. */
export interface Appearance {
  width: number
  height: number
  content: string
  /** Whether it contains invisible text, which needs its font. */
  hasText?: true
}

export interface Caption {
  name: string
  /** The signatory's title in the party; undefined or empty if unknown. */
  title?: string
  signedAt: Date
}

const COLOUR = '0.05 0.13 0.42'
const CAPTION_COLOUR = '0.3 0.35 0.5'
const CAPTION_SIZE = 6
/** Width of a stroke on the field where the signature was drawn. */
const STROKE_WIDTH = 2.6

/** Draws a signature within its place, above a line with the name and time of signing. */
export async function signatureAppearance(
  mark: SignatureMark,
  { width, height }: Pick<SignaturePlace, 'width' | 'height'>,
  caption: Caption,
): Promise<Appearance> {
  const lines = captionLines(caption, width, height)
  const captionHeight = lines.reduce((sum, line) => sum + line.size * 1.3, 0)
  const room = { left: 0, bottom: captionHeight, width, height: height - captionHeight }
  const drawing = drawingOf(mark, room)
  return {
    width,
    height,
    content: `q\n${drawing}\n${CAPTION_COLOUR} rg\n${captionContent(lines, captionHeight)}\nQ`,
  }
}

function drawingOf(mark: SignatureMark, room: Box): string {
  if (mark.kind === 'picture') return drawPicture(mark, room)
  return mark.kind === 'drawn' ? drawStrokes(mark.strokes, room) : drawTypedName(mark.text, room)
}

/**
 * An uploaded picture as a stencil that is filled with its colour. It is part of the content, so that the
 * form needs no resources.
 */
function drawPicture(mark: PictureMark, room: Box): string {
  const { width, height, colour } = mark
  const { scale, x, y } = fitInto({ left: 0, bottom: 0, width, height }, room)
  const rgb = [1, 3, 5].map((start) => twoDecimals(Number.parseInt(colour.slice(start, start + 2), 16) / 255))
  const matrix = [width * scale, 0, 0, height * scale, x, y].map(twoDecimals)
  return [
    `q ${rgb.join(' ')} rg ${matrix.join(' ')} cm`,
    `BI /W ${width} /H ${height} /IM true /BPC 1 /D [1 0] /F /AHx ID`,
    `${inkOf(mark)!.toString('hex')}>`,
    'EI Q',
  ].join('\n')
}

function drawStrokes(strokes: [number, number][][], room: Box): string {
  const steps = strokeSteps(strokes)
  // Limits how much a small drawing is enlarged: it stays smaller than a drawing that fills the field.
  const maxScale = 2 * Math.min(room.width / FIELD.width, room.height / FIELD.height)
  const fitting = fitInto(boxOf(steps, STROKE_WIDTH / 2), room, maxScale)
  return `1 J 1 j ${COLOUR} RG ${twoDecimals(STROKE_WIDTH * fitting.scale)} w\n${operators(steps, fitting)}\nS`
}

function drawTypedName(text: string, room: Box): string {
  const { steps, fitting } = typedName(text, room)
  return `${COLOUR} rg\n${operators(steps, fitting)}\nf`
}

/** The parts of the caption below a signature. */
export const captionOf = ({ name, title, signedAt }: Caption): string[] => [
  name,
  ...(title ? [title] : []),
  momentOf(signedAt),
]

interface CaptionLine {
  steps: Step[]
  size: number
}

/** One line if it fits; otherwise name, title and time, one below the other. */
function captionLines(caption: Caption, width: number, height: number): CaptionLine[] {
  const size = Math.min(CAPTION_SIZE, height * 0.2)
  const texts = captionOf(caption)
  const oneLine = outlineJoined(texts)
  if (oneLine.width * size <= width) return [{ steps: oneLine.steps, size }]
  return texts.map((text) => {
    const { steps, width: naturalWidth } = outlineText(text, 400)
    return { steps, size: Math.min(size, width / Math.max(naturalWidth, 1)) }
  })
}

/** Sets the texts on one line in this order, even if one of them runs from right to left. */
function outlineJoined(texts: string[]): TextOutline {
  const steps: Step[] = []
  let width = 0
  for (const [index, text] of texts.entries()) {
    const outline = [...(index > 0 ? [outlineText(' · ', 400)] : []), outlineText(text, 400)]
    for (const one of outline) {
      const left = width
      steps.push(
        ...one.steps.map(({ command, points }) => ({
          command,
          points: points.map(([x, y]): Point => [x + left, y]),
        })),
      )
      width += one.width
    }
  }
  return { steps, width }
}

function captionContent(lines: CaptionLine[], height: number): string {
  let top = height
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

/** Formats a time for China, which has one time zone, UTC+8, without daylight saving. */
export const momentOf = (at: Date): string => `${FORMAT.format(at)} +08:00`
