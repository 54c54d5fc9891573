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
  const sums = sumsOf(glyphs)
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let to = 1; to < breaks.length; to++) {
    best[to] = { cost: Number.POSITIVE_INFINITY, from: to - 1 }
    for (let from = to - 1; from >= 0; from--) {
      const line = extent(glyphs, sums, breaks[from] as number, breaks[to] as number)
      const slack = measure - line.width
      if (slack < -SHRINK * line.spaces && from < to - 1) break
      const cost = (best[from]?.cost ?? 0) + costOf(line, slack, to === breaks.length - 1)
      if (cost < (best[to]?.cost ?? 0)) best[to] = { cost, from }
    }
  }
  return traced(best, breaks).map(([from, to]) => {
    const line = extent(glyphs, sums, from, to)
    return setLine(glyphs, line, measure - line.width, !justified || to === glyphs.length)
  })
}

/** A text that stays on one line, at its natural width. */
export function oneLine(glyphs: Glyph[]): Line {
  const line = extent(glyphs, sumsOf(glyphs), 0, glyphs.length)
  return setLine(glyphs, line, 0, true)
}

interface Extent {
  from: number
  to: number
  width: number
  elastic: number
  spaces: number
}

interface Sums {
  width: number[]
  elastic: number[]
  spaces: number[]
}

/** Running totals, so that the width of any stretch is one subtraction. */
function sumsOf(glyphs: Glyph[]): Sums {
  const sums: Sums = { width: [0], elastic: [0], spaces: [0] }
  glyphs.forEach((glyph, index) => {
    sums.width.push((sums.width[index] ?? 0) + glyph.letter.width + glyph.gap)
    sums.elastic.push((sums.elastic[index] ?? 0) + Number(glyph.elastic))
    sums.spaces.push((sums.spaces[index] ?? 0) + Number(glyph.letter.kind === 'space'))
  })
  return sums
}

/** What stands between two breaks: without the spaces at its edges, and without the empty half of a mark there. */
function extent(glyphs: Glyph[], sums: Sums, start: number, end: number): Extent {
  let from = start
  let to = end
  while (to > from && glyphs[to - 1]?.letter.kind === 'space') to--
  while (from < to && glyphs[from]?.letter.kind === 'space') from++
  const last = glyphs[to - 1]
  if (!last || from === to) return { from, to, width: 0, elastic: 0, spaces: 0 }
  const across = (totals: number[], until: number) => (totals[until] ?? 0) - (totals[from] ?? 0)
  const edges = trimmedStart(glyphs[from]?.letter) + last.letter.right
  const width = across(sums.width, to) - last.gap - edges
  return { from, to, width, elastic: across(sums.elastic, to - 1), spaces: across(sums.spaces, to - 1) }
}

const trimmedStart = (letter: Letter | undefined) => (letter?.kind === 'open' ? letter.left : 0)

function costOf(line: Extent, slack: number, last: boolean): number {
  if (last && slack >= 0) return line.to - line.from < 3 ? 5000 : 0
  if (slack < 0) return line.spaces ? 1 + 100 * (slack / (SHRINK * line.spaces)) ** 2 : 1e9
  const looseness = line.elastic ? slack / line.elastic / 0.2 : 100
  return (1 + 100 * Math.min(looseness, 100) ** 3) ** 2
}

function traced(best: { from: number }[], breaks: number[]): [number, number][] {
  const lines: [number, number][] = []
  for (let to = breaks.length - 1; to > 0; to = best[to]?.from ?? 0) {
    lines.unshift([breaks[best[to]?.from ?? 0] ?? 0, breaks[to] ?? 0])
  }
  return lines
}

function setLine(glyphs: Glyph[], line: Extent, slack: number, last: boolean): Line {
  const shown = glyphs.slice(line.from, line.to)
  const room = slack < 0 ? line.spaces : line.elastic
  const even = room && (slack < 0 || !last) ? slack / room : 0
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
