import type { Letter } from './letters.ts'
import type { Glyph } from './measure.ts'
import { opportunities } from './opportunities.ts'

/** Letters on one line with the place of each, in em from the line's start. */
export interface Line {
  letters: Letter[]
  at: number[]
  width: number
}

/** A word space may give up this much, in em, to keep a word on the line. */
const SHRINK = 0.06
/** A line whose gaps would be wider than this, in em, is left ragged. */
const LOOSEST = 0.8

/**
 * Breaks a paragraph into lines of `measure` em so that the whole is most even, and justifies all but the
 * last of them (unless told not to).
 */
export function breakLines(glyphs: Glyph[], measure: number, justified = true): Line[] {
  if (glyphs.length === 0) return []
  const allowed = opportunities(glyphs, measure)
  const breaks = [0, ...allowed.flatMap((may, index) => (may ? [index] : [])), glyphs.length]
  const ruler = rulerOf(glyphs, breaks)
  const last = breaks.length - 1
  const starts = bestStarts(ruler, last, measure)
  const lines: Line[] = []
  for (let to = last; to > 0; to = starts[to]!) {
    const extent = extentOf(ruler, starts[to]!, to)
    lines.unshift(
      setLine(
        glyphs,
        extent,
        justified && to < last ? measure - extent.width : Math.min(0, measure - extent.width),
      ),
    )
  }
  return lines
}

/** A text that stays on one line, at its natural width. */
export function oneLine(glyphs: Glyph[]): Line {
  return setLine(glyphs, extentOf(rulerOf(glyphs, [0, glyphs.length]), 0, 1), 0)
}

/** For each break, where the line that ends there begins if everything up to it is broken best. */
function bestStarts(ruler: Ruler, last: number, measure: number): number[] {
  const costs = [0]
  const starts = [0]
  for (let to = 1; to <= last; to++) {
    let [best, start] = [Number.POSITIVE_INFINITY, to - 1]
    for (let from = to - 1; from >= 0; from--) {
      const slack = measure - widthOf(ruler, from, to)
      const spaces = roomIn(ruler.spaces, ruler, from, to)
      if (slack < -SHRINK * spaces && from < to - 1) break
      const cost =
        costs[from]! +
        (to === last && slack >= 0 ? lastCost(ruler, from, to) : costOf(ruler, from, to, slack))
      if (cost < best) [best, start] = [cost, from]
    }
    costs.push(best)
    starts.push(start)
  }
  return starts
}

/** Running totals over a paragraph, and where a line begins and ends at each break, spaces left aside. */
interface Ruler {
  width: Float64Array
  elastic: Int32Array
  spaces: Int32Array
  begin: number[]
  end: number[]
  /** What a line takes away at its edges: the empty half of a mark, and the room to a next glyph. */
  cutAtBegin: number[]
  cutAtEnd: number[]
}

function rulerOf(glyphs: Glyph[], breaks: number[]): Ruler {
  const width = new Float64Array(glyphs.length + 1)
  const elastic = new Int32Array(glyphs.length + 1)
  const spaces = new Int32Array(glyphs.length + 1)
  glyphs.forEach((glyph, index) => {
    width[index + 1] = width[index]! + glyph.letter.width + glyph.gap
    elastic[index + 1] = elastic[index]! + Number(glyph.elastic)
    spaces[index + 1] = spaces[index]! + Number(glyph.letter.kind === 'space')
  })
  const isSpace = (index: number) => glyphs[index]?.letter.kind === 'space'
  const begin = breaks.map((at) => {
    while (isSpace(at)) at++
    return at
  })
  const end = breaks.map((at) => {
    while (isSpace(at - 1)) at--
    return at
  })
  const cutAtBegin = begin.map((at) => trimmedStart(glyphs[at]?.letter))
  const cutAtEnd = end.map((at) => (glyphs[at - 1] ? glyphs[at - 1]!.gap + glyphs[at - 1]!.letter.right : 0))
  return { width, elastic, spaces, begin, end, cutAtBegin, cutAtEnd }
}

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
  return { letters: shown.map(({ letter }) => letter), at, width: pen }
}
