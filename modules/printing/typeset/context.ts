import type { Side } from '#assembly/answers.ts'
import type { Script, Weight } from '#src/pdf/fonts/faces.ts'
import { oneLine } from './lines/break.ts'
import type { Line } from './lines/line.ts'
import { measure } from './lines/measure.ts'
import { setParagraph } from './lines/paragraph.ts'
import type { PlacedLine } from './rows.ts'
import type { Sheet } from './styles.ts'

/**
 * The settings for typesetting a document: page sizes, Chinese script, and the characters found to have no
 * glyph.
 */
export interface TypesetContext {
  sheet: Sheet
  script: Script
  missing: Set<string>
}

const BLANK: Line = { glyphs: [], positions: [], width: 0, first: 0 }

/** Breaks a text into lines of `width` points. A line feed in the text starts a new line. */
export function setText(
  context: TypesetContext,
  text: string,
  {
    side,
    weight = 400,
    size,
    width,
    justified,
  }: {
    side: Side
    weight?: Weight
    size: number
    width: number
    justified?: boolean
  },
): Line[] {
  const voice = { side, weight, script: context.script }
  const paragraphs = text.split('\n')
  return paragraphs.flatMap((paragraph, index) => {
    // Every paragraph but the last ends with a space; otherwise text extraction would join its last word
    // with the first word of the next line.
    const paragraphText = paragraph && index < paragraphs.length - 1 ? `${paragraph} ` : paragraph
    const { missing } = context
    const { lines, length } = setParagraph(paragraphText, voice, { width: width / size, justified, missing })
    return length === 0 && paragraphs.length > 1 ? [BLANK] : lines
  })
}

/** Sets a short text on one line. */
export function setLine(context: TypesetContext, text: string, side: Side, weight: Weight = 400): Line {
  return oneLine(measure(text, { side, weight, script: context.script }, context.missing))
}

/**
 * The properties that the parts of a text share. By default the colour is black and the text is an artifact.
 */
export type LinePlace = Omit<PlacedLine, 'line'>

export function partsAt(lines: Line[], place: LinePlace): PlacedLine[][] {
  return lines.map((line) => [{ line, ...place }])
}

/** Aligns the lines of a number or label with the baselines of a text. */
export function alignBaselines(left: PlacedLine[][], right: PlacedLine[][]): PlacedLine[][] {
  const count = Math.max(left.length, right.length)
  return Array.from({ length: count }, (_, index) => [...(left[index] ?? []), ...(right[index] ?? [])])
}
