import type { Letter } from '../fonts/letters.ts'
import type { Glyph } from './measure.ts'
import { floats, integers } from './reused.ts'

/** A place where a line may end, and the hyphen with which it then ends where that is within a word. */
export interface Break {
  at: number
  hyphen?: Letter
  /** What dividing the word costs. */
  cost?: number
}

const widths = floats()
const elastics = integers()
const spaceCounts = integers()
const begins = integers()
const ends = integers()
const cutsAtBegin = floats()
const cutsAtEnd = floats()

/**
 * Running totals over a paragraph, until the next is measured: widths, gaps that give, and word spaces before
 * each glyph.
 */
export interface Totals {
  width: Float64Array
  elastic: Int32Array
  spaces: Int32Array
}

export function totalsOf(glyphs: Glyph[]): Totals {
  const width = widths(glyphs.length + 1)
  const elastic = elastics(glyphs.length + 1)
  const spaces = spaceCounts(glyphs.length + 1)
  width[0] = elastic[0] = spaces[0] = 0
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index]!
    width[index + 1] = width[index]! + glyph.letter.width + glyph.gap
    elastic[index + 1] = elastic[index]! + (glyph.elastic ? 1 : 0)
    spaces[index + 1] = spaces[index]! + (isSpace(glyph) ? 1 : 0)
  }
  return { width, elastic, spaces }
}

/** The totals, and where a line begins and ends at each break, spaces left aside. */
export interface Ruler extends Totals {
  begin: Int32Array
  end: Int32Array
  /**
   * What a line takes away at its edges: the empty half of a mark, and the room to a next glyph; a hyphen
   * adds to it.
   */
  cutAtBegin: Float64Array
  cutAtEnd: Float64Array
}

export function rulerOf(glyphs: Glyph[], breaks: Break[], totals = totalsOf(glyphs)): Ruler {
  const begin = begins(breaks.length)
  const end = ends(breaks.length)
  const cutAtBegin = cutsAtBegin(breaks.length)
  const cutAtEnd = cutsAtEnd(breaks.length)
  for (let index = 0; index < breaks.length; index++) {
    const { at, hyphen } = breaks[index]!
    let first = at
    while (isSpace(glyphs[first])) first++
    let past = at
    while (isSpace(glyphs[past - 1])) past--
    const last = glyphs[past - 1]
    begin[index] = first
    end[index] = past
    cutAtBegin[index] = trimmedStart(glyphs[first]?.letter)
    cutAtEnd[index] = (last ? last.gap + last.letter.right : 0) - (hyphen?.width ?? 0)
  }
  return { ...totals, begin, end, cutAtBegin, cutAtEnd }
}

export const isSpace = (glyph: Glyph | undefined): boolean => glyph?.letter.kind === 'space'

export const trimmedStart = (letter: Letter | undefined): number =>
  letter?.kind === 'open' ? letter.left : 0

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
