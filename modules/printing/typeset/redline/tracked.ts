import type { Side } from '#assembly/answers.ts'
import type { ComparedWords } from '#assembly/compare/words.ts'
import type { Weight } from '#src/pdf/fonts/faces.ts'
import { DELETED, INSERTED } from '../colour.ts'
import type { TypesetContext } from '../context.ts'
import { breakLines } from '../lines/break.ts'
import type { Line } from '../lines/line.ts'
import { measure } from '../lines/measure.ts'
import { glyphRange } from '../pieces.ts'
import type { PlacedLine } from '../rows.ts'
import { type Element, partOf, wordsIn } from '../structure/element.ts'

interface Style {
  side: Side
  weight?: Weight
  size: number
  width: number
  justified?: boolean
  x: number
  /** The element of the whole text; each changed piece becomes a child element, in order. */
  element: Element
}

/**
 * Sets a text with its additions and deletions as one paragraph. Words are never divided, so that a marked
 * word stays in one piece.
 */
export function setPieces(context: TypesetContext, pieces: ComparedWords[], style: Style): PlacedLine[][] {
  return paragraphsOf(pieces).flatMap((paragraph) => setParagraph(context, paragraph, style))
}

/** Splits the pieces at line feeds. All paragraphs but the last end with a space, as in other texts. */
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
    const isUnchanged = pieces.length === 1 && !change
    return { end, look: isUnchanged ? { element: wordsIn(element, side) } : lookOf(change, element, side) }
  })
  const lines = breakLines(glyphs, width / size, justified)
  return lines.map((line) =>
    partsOf(
      line,
      marked.map((piece) => piece.end),
    ).map(({ piece, part }) => ({ line: part, x, size, ...marked[piece]!.look })),
  )
}

function lookOf(
  change: ComparedWords['change'],
  whole: Element,
  side: Side,
): Pick<PlacedLine, 'colour' | 'element'> {
  const element = partOf(whole, 'Span', side)
  if (!change) return { element }
  element.decoration = change === 'added' ? 'Underline' : 'LineThrough'
  return { colour: change === 'added' ? INSERTED : DELETED, element }
}

/** Splits a line where its pieces end. */
function partsOf(line: Line, ends: number[]): { piece: number; part: Line }[] {
  const lines: { piece: number; part: Line }[] = []
  let from = 0
  for (const [piece, end] of ends.entries()) {
    const to = Math.min(line.glyphs.length, end - line.first)
    if (to <= from) continue
    lines.push({ piece, part: glyphRange(line, from, to) })
    from = to
  }
  return lines
}
