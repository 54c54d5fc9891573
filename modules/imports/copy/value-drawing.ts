import { type Face, facesOf } from '#src/pdf/fonts/faces.ts'
import type { Rectangle } from '#src/pdf/matrix.ts'
import type { Field } from './fields.ts'

interface TextLine {
  text: string
  /** The width, in em. */
  width: number
}

const UNITS = 1000
const LEADING = 1.2
const MARGIN = 2
const MAX_FONT_SIZE = 12
const COLOUR = /(?:^|\s)((?:[\d.]+\s+){1}g|(?:[\d.]+\s+){3}rg|(?:[\d.]+\s+){4}k)(?:\s|$)/

/**
 * Draws the value of a field without appearance, as outlines within its rectangle, in page coordinates; ''
 * when no font has its characters.
 */
export function drawValue(field: Field, [left, bottom, right, top]: Rectangle): string {
  const width = right - left - 2 * MARGIN
  const height = top - bottom
  const text = field.value.replace(/\r\n?/g, '\n')
  const lines = (field.multiline ? text.split('\n') : [text.replace(/\n/g, ' ')]).map(lineOf)
  const preferredSize =
    Number(/(?<![\d.])(\d{1,5}(?:\.\d{0,6})?)\s{1,9}Tf/.exec(field.appearance)?.[1] ?? 0) || MAX_FONT_SIZE
  const maxWidth = Math.max(...lines.map((line) => line.width), 0.01)
  const size = Math.min(preferredSize, width / maxWidth, height / (lines.length * LEADING))
  if (!(size > 0)) return ''
  const firstBaseline = field.multiline ? top - MARGIN - size : bottom + (height - size * 0.7) / 2
  const drawnLines = lines.map((line, index) => {
    const freeWidth = width - line.width * size
    const x = left + MARGIN + (freeWidth * field.alignment) / 2
    return outlines(line.text, x, firstBaseline - index * size * LEADING, size)
  })
  const colour = COLOUR.exec(field.appearance)?.[1] ?? '0 g'
  return `q\n${colour}\n${drawnLines.join('\n')}\nQ`
}

function lineOf(text: string): TextLine {
  const width = [...text].reduce((sum, sign) => sum + (glyphOf(sign)?.width ?? 0), 0)
  return { text, width }
}

function glyphOf(sign: string): { face: Face; glyph: number; width: number } | null {
  for (const openFace of facesOf('Hans', 400)) {
    const face = openFace()
    const glyph = face.glyph(sign)
    if (glyph !== 0) return { face, glyph, width: face.advance(glyph) }
  }
  return null
}

const OPERATORS: Record<string, string> = { moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c' }

function outlines(text: string, x: number, y: number, size: number): string {
  const parts: string[] = []
  let penX = x
  for (const sign of text) {
    const glyph = glyphOf(sign)
    if (!glyph) continue
    const point = (units: number, index: number) =>
      ((units / UNITS) * size + (index % 2 === 0 ? penX : y)).toFixed(2)
    let position = [0, 0]
    for (const { command, args } of glyph.face.outline(glyph.glyph)) {
      const points = command === 'quadraticCurveTo' ? cubic(position, args) : args
      parts.push(`${points.map(point).join(' ')} ${OPERATORS[command] ?? (points.length ? 'c' : 'h')}`.trim())
      if (points.length) position = points.slice(-2)
    }
    parts.push('f')
    penX += glyph.width * size
  }
  return parts.join('\n')
}

/** Converts a quadratic curve to a cubic one, the only kind in PDF. */
function cubic([x = 0, y = 0]: number[], [cx = 0, cy = 0, endX = 0, endY = 0]: number[]): number[] {
  const controlPoint = (from: number, control: number) => from + ((control - from) * 2) / 3
  return [
    controlPoint(x, cx),
    controlPoint(y, cy),
    controlPoint(endX, cx),
    controlPoint(endY, cy),
    endX,
    endY,
  ]
}
