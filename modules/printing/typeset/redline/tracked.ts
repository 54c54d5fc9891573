import type { Side } from '#assembly/answers.ts'
import type { ComparedWords } from '#assembly/compare/words.ts'
import type { Weight } from '#src/pdf/fonts/faces.ts'
import type { TypesetContext } from '../context.ts'
import { DELETED, INSERTED } from '../ink.ts'
import { breakLines } from '../lines/break.ts'
import type { Line } from '../lines/line.ts'
import { measure } from '../lines/measure.ts'
import { stretchOf } from '../pieces.ts'
import type { PlacedLine } from '../rows.ts'
import { type Element, partOf, wordsIn } from '../structure/element.ts'

interface Style {
  side: Side
  weight?: Weight
  size: number
  width: number
  justified?: boolean
  x: number
  /**
   * What the text is a part of: where it has changed, each piece becomes a part of its own there, in their
   * order.
   */
  element: Element
}

/**
 * Sets a text with what was put in and taken out, broken as one. Words are not divided: what is marked stays
 * whole.
 */
export function setPieces(context: TypesetContext, pieces: ComparedWords[], style: Style): PlacedLine[][] {
  return paragraphsOf(pieces).flatMap((paragraph) => setParagraph(context, paragraph, style))
}

/** By the line feeds in them. A space ends each but the last, as in other texts. */
function paragraphsOf(pieces: ComparedWords[]): ComparedWords[][] {
  const paragraphs: ComparedWords[][] = [[]]
  for (const { text, change } of pieces) {
    const [first = '', ...others] = text.split('\n')
    paragraphs.at(-1)!.push({ text: others.length > 0 ? `${first} ` : first, change })
    others.forEach((line, index) => {
      paragraphs.push([{ text: index < others.length - 1 ? `${line} ` : line, change }])
    })
  }
  return paragraphs
}

function setParagraph(
  context: TypesetContext,
  pieces: ComparedWords[],
  { side, weight = 400, size, width, justified, x, element }: Style,
): PlacedLine[][] {
  const voice = { side, weight, script: context.script }
  const glyphsOf = (text: string) => measure(text, voice, context.missing)
  const glyphs = glyphsOf(pieces.map(({ text }) => text).join(''))
  let end = 0
  const marked = pieces.map(({ text, change }) => {
    end += glyphsOf(text).length
    const whole = pieces.length === 1 && !change
    return { end, look: whole ? { element: wordsIn(element, side) } : lookOf(change, element, side) }
  })
  const lines = breakLines(glyphs, width / size, justified)
  return lines.map((line) =>
    stretches(
      line,
      marked.map((piece) => piece.end),
    ).map(({ piece, stretch }) => ({ line: stretch, x, size, ...marked[piece]!.look })),
  )
}

function lookOf(
  change: ComparedWords['change'],
  whole: Element,
  side: Side,
): Pick<PlacedLine, 'ink' | 'element'> {
  const element = partOf(whole, 'Span', side)
  if (!change) return { element }
  element.decoration = change === 'added' ? 'Underline' : 'LineThrough'
  return { ink: change === 'added' ? INSERTED : DELETED, element }
}

/** Parts a line where its pieces end. */
function stretches(line: Line, ends: number[]): { piece: number; stretch: Line }[] {
  const found: { piece: number; stretch: Line }[] = []
  let from = 0
  for (const [piece, end] of ends.entries()) {
    const to = Math.min(line.letters.length, end - line.first)
    if (to <= from) continue
    found.push({ piece, stretch: stretchOf(line, from, to) })
    from = to
  }
  return found
}
