import type { FontGlyph } from '../fonts/font-glyphs.ts'
import type { MeasuredGlyph } from './measure.ts'
import { scratchFloats, scratchIntegers } from './scratch-buffers.ts'

/** A possible end of a line; with a hyphen if it is within a word. */
export interface Break {
  at: number
  hyphen?: FontGlyph
  /** The cost of dividing the word. */
  cost?: number
}

const widths = scratchFloats()
const elastics = scratchIntegers()
const spaceCounts = scratchIntegers()
const begins = scratchIntegers()
const ends = scratchIntegers()
const cutsAtBegin = scratchFloats()
const cutsAtEnd = scratchFloats()

/**
 * Running totals before each glyph of a paragraph: widths, elastic gaps and word spaces. Valid until the
 * next paragraph is measured, which reuses the buffers.
 */
export interface Totals {
  width: Float64Array
  elastic: Int32Array
  spaces: Int32Array
}

export function totalsOf(glyphs: MeasuredGlyph[]): Totals {
  const width = widths(glyphs.length + 1)
  const elastic = elastics(glyphs.length + 1)
  const spaces = spaceCounts(glyphs.length + 1)
  width[0] = elastic[0] = spaces[0] = 0
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index]!
    width[index + 1] = width[index]! + glyph.fontGlyph.width + glyph.gap
    elastic[index + 1] = elastic[index]! + (glyph.isElastic ? 1 : 0)
    spaces[index + 1] = spaces[index]! + (isSpace(glyph) ? 1 : 0)
  }
  return { width, elastic, spaces }
}

/** The totals, and for each break where a line begins and ends, without spaces. */
export interface Ruler extends Totals {
  begin: Int32Array
  end: Int32Array
  /**
   * The width that a line loses at its start and end: the blank half of a mark, and the gap to the next
   * glyph. A hyphen adds width.
   */
  cutAtBegin: Float64Array
  cutAtEnd: Float64Array
}

export function rulerOf(glyphs: MeasuredGlyph[], breaks: Break[], totals = totalsOf(glyphs)): Ruler {
  const begin = begins(breaks.length)
  const end = ends(breaks.length)
  const cutAtBegin = cutsAtBegin(breaks.length)
  const cutAtEnd = cutsAtEnd(breaks.length)
  for (let index = 0; index < breaks.length; index++) {
    const { at: glyphIndex, hyphen } = breaks[index]!
    let firstIndex = glyphIndex
    while (isSpace(glyphs[firstIndex])) firstIndex++
    let endIndex = glyphIndex
    while (isSpace(glyphs[endIndex - 1])) endIndex--
    const lastGlyph = glyphs[endIndex - 1]
    begin[index] = firstIndex
    end[index] = endIndex
    cutAtBegin[index] = trimmedStart(glyphs[firstIndex]?.fontGlyph)
    cutAtEnd[index] = (lastGlyph ? lastGlyph.gap + lastGlyph.fontGlyph.right : 0) - (hyphen?.width ?? 0)
  }
  return { ...totals, begin, end, cutAtBegin, cutAtEnd }
}

export const isSpace = (glyph: MeasuredGlyph | undefined): boolean => glyph?.fontGlyph.kind === 'space'

export const trimmedStart = (fontGlyph: FontGlyph | undefined): number =>
  fontGlyph?.kind === 'open' ? fontGlyph.left : 0

export function widthOf(
  { width, begin, end, cutAtBegin, cutAtEnd }: Ruler,
  from: number,
  to: number,
): number {
  if (end[to]! <= begin[from]!) return 0
  return width[end[to]!]! - width[begin[from]!]! - cutAtBegin[from]! - cutAtEnd[to]!
}

export const roomIn = (totals: Int32Array, { begin, end }: Ruler, from: number, to: number): number =>
  end[to]! <= begin[from]! ? 0 : totals[end[to]! - 1]! - totals[begin[from]!]!
