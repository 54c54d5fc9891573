import type { Letter } from '../fonts/letters.ts'
import type { Glyph } from './measure.ts'
import { opportunities } from './opportunities.ts'

/** Letters on one line with the place of each, in em from the line's start. */
export interface Line {
  letters: Letter[]
  at: number[]
  width: number
  /** The space that parts it from what follows: whoever reads the file on needs it, though nothing shows it. */
  space?: Letter
}

/** A word space may give up this much, in em, to keep a word on the line. */
const SHRINK = 0.06
/** A line whose gaps would be wider than this, in em, is left ragged. */
const LOOSEST = 0.8

/**
 * Line breaking: makes lines of `measure` em of a paragraph so that the whole is most even, and justifies all but
 * the last of them (unless told not to).
 */
export function breakLines(glyphs: Glyph[], measure: number, justified = true): Line[] {
  if (glyphs.length === 0) return []
  const breaks = breaksOf(glyphs, opportunities(glyphs, measure))
  const ruler = rulerOf(glyphs, breaks)
  const last = breaks.length - 1
  const starts = bestStarts(ruler, last, measure)
  const lines: Line[] = []
  for (let to = last; to > 0; to = starts[to]!) {
    const extent = extentOf(ruler, starts[to]!, to)
    lines.push(
      setLine(
        glyphs,
        extent,
        justified && to < last ? measure - extent.width : Math.min(0, measure - extent.width),
      ),
    )
  }
  return lines.reverse()
}

/** Where lines may begin and end. Of the places among one run of spaces, which all make the same lines, one is enough. */
function breaksOf(glyphs: Glyph[], allowed: boolean[]): number[] {
  const breaks = [0]
  let ink = -1
  for (let index = 1; index <= glyphs.length; index++) {
    if (!isSpace(glyphs[index - 1])) ink = index - 1
    const end = index === glyphs.length
    if (!end && !allowed[index]) continue
    if (breaks.length > 1 && ink < breaks.at(-1)!) breaks.pop()
    if (end || ink >= 0) breaks.push(index)
  }
  return breaks
}

/** A text that stays on one line, at its natural width. */
export function oneLine(glyphs: Glyph[]): Line {
  return setLine(glyphs, extentOf(rulerOf(glyphs, [0, glyphs.length]), 0, 1), 0)
}

/**
 * For each break, where the line that ends there begins if everything up to it is broken best. Lines are tried
 * from the longest that fits to shorter ones, which only get looser: when one alone costs more than the best
 * so far, so do all the rest.
 */
function bestStarts(ruler: Ruler, last: number, measure: number): number[] {
  const costs = [0]
  const starts = [0]
  let longest = 0
  for (let to = 1; to <= last; to++) {
    while (longest < to - 1 && !fits(ruler, longest, to, measure)) longest++
    let [best, start] = [Number.POSITIVE_INFINITY, to - 1]
    for (let from = longest; from < to; from++) {
      const slack = measure - widthOf(ruler, from, to)
      const ends = to === last && slack >= 0
      const own = ends ? lastCost(ruler, from, to) : costOf(ruler, from, to, slack)
      if (slack >= 0 && own >= best) break
      const cost = costs[from]! + own
      if (cost < best) [best, start] = [cost, from]
    }
    costs.push(best)
    starts.push(start)
  }
  return starts
}

const fits = (ruler: Ruler, from: number, to: number, measure: number) =>
  measure - widthOf(ruler, from, to) >= -SHRINK * roomIn(ruler.spaces, ruler, from, to)

/** Running totals over a paragraph, and where a line begins and ends at each break, spaces left aside. */
interface Ruler {
  width: Float64Array
  elastic: Int32Array
  spaces: Int32Array
  begin: Int32Array
  end: Int32Array
  /** What a line takes away at its edges: the empty half of a mark, and the room to a next glyph. */
  cutAtBegin: Float64Array
  cutAtEnd: Float64Array
}

function rulerOf(glyphs: Glyph[], breaks: number[]): Ruler {
  const width = new Float64Array(glyphs.length + 1)
  const elastic = new Int32Array(glyphs.length + 1)
  const spaces = new Int32Array(glyphs.length + 1)
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index]!
    width[index + 1] = width[index]! + glyph.letter.width + glyph.gap
    elastic[index + 1] = elastic[index]! + (glyph.elastic ? 1 : 0)
    spaces[index + 1] = spaces[index]! + (isSpace(glyph) ? 1 : 0)
  }
  const begin = new Int32Array(breaks.length)
  const end = new Int32Array(breaks.length)
  const cutAtBegin = new Float64Array(breaks.length)
  const cutAtEnd = new Float64Array(breaks.length)
  breaks.forEach((at, index) => {
    let first = at
    while (isSpace(glyphs[first])) first++
    let past = at
    while (isSpace(glyphs[past - 1])) past--
    const last = glyphs[past - 1]
    begin[index] = first
    end[index] = past
    cutAtBegin[index] = trimmedStart(glyphs[first]?.letter)
    cutAtEnd[index] = last ? last.gap + last.letter.right : 0
  })
  return { width, elastic, spaces, begin, end, cutAtBegin, cutAtEnd }
}

const isSpace = (glyph: Glyph | undefined) => glyph?.letter.kind === 'space'

function widthOf({ width, begin, end, cutAtBegin, cutAtEnd }: Ruler, from: number, to: number): number {
  if (end[to]! <= begin[from]!) return 0
  return width[end[to]!]! - width[begin[from]!]! - cutAtBegin[from]! - cutAtEnd[to]!
}

const roomIn = (totals: Int32Array, { begin, end }: Ruler, from: number, to: number) =>
  end[to]! <= begin[from]! ? 0 : totals[end[to]! - 1]! - totals[begin[from]!]!

interface Extent {
  from: number
  to: number
  width: number
  elastic: number
  spaces: number
}

function extentOf(ruler: Ruler, from: number, to: number): Extent {
  return {
    from: ruler.begin[from]!,
    to: ruler.end[to]!,
    width: widthOf(ruler, from, to),
    elastic: roomIn(ruler.elastic, ruler, from, to),
    spaces: roomIn(ruler.spaces, ruler, from, to),
  }
}

const trimmedStart = (letter: Letter | undefined) => (letter?.kind === 'open' ? letter.left : 0)

/** One or two letters alone on the last line look lost. */
const lastCost = ({ begin, end }: Ruler, from: number, to: number) => (end[to]! - begin[from]! < 3 ? 5000 : 0)

function costOf(ruler: Ruler, from: number, to: number, slack: number): number {
  if (slack < 0) {
    const spaces = roomIn(ruler.spaces, ruler, from, to)
    return spaces ? 1 + 100 * (slack / (SHRINK * spaces)) ** 2 : 1e9
  }
  const elastic = roomIn(ruler.elastic, ruler, from, to)
  const looseness = elastic ? slack / elastic / 0.2 : 100
  return (1 + 100 * Math.min(looseness, 100) ** 3) ** 2
}

/** Puts each letter in its place, `slack` em shared out evenly among the gaps that give. */
function setLine(glyphs: Glyph[], line: Extent, slack: number): Line {
  const shown = glyphs.slice(line.from, line.to)
  const room = slack < 0 ? line.spaces : line.elastic
  const even = room ? slack / room : 0
  const stretch = even > LOOSEST ? 0 : even
  let pen = 0 - trimmedStart(shown[0]?.letter)
  const at = shown.map(({ letter, gap, elastic }, index) => {
    const place = pen
    pen += letter.width
    if (index === shown.length - 1) pen -= letter.right
    else pen += gap + ((stretch < 0 ? letter.kind === 'space' : elastic) ? stretch : 0)
    return place
  })
  const behind = glyphs[line.to]
  const letters = shown.map(({ letter }) => letter)
  return { letters, at, width: pen, ...(isSpace(behind) && { space: behind!.letter }) }
}
