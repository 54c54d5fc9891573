import type { Letter } from '../fonts/letters.ts'
import { bestBreaks } from './best-breaks.ts'
import { tellWhole } from './divided.ts'
import { divisionsIn } from './hyphens.ts'
import type { Line } from './line.ts'
import type { Glyph } from './measure.ts'
import { opportunities } from './opportunities.ts'
import { type Break, isSpace, type Ruler, roomIn, rulerOf, totalsOf, trimmedStart, widthOf } from './ruler.ts'

/** A line whose gaps would be wider than this, in em, is left ragged. */
const LOOSEST = 0.8
/** Words are divided for the sake of a line whose gaps would be widened by more than this, in em. */
const LOOSE = 0.3

/**
 * Line breaking: makes lines of `measure` em of a paragraph so that the whole is most even, and justifies all
 * but the last of them (unless told not to). Where gaps would be too wide all the same, words may be divided
 * by `hyphen`.
 */
export function breakLines(glyphs: Glyph[], measure: number, justified = true, hyphen?: Letter): Line[] {
  if (glyphs.length === 0) return []
  const allowed = opportunities(glyphs, measure)
  const totals = totalsOf(glyphs)
  const linesAt = (breaks: Break[]) => chosenLines(rulerOf(glyphs, breaks, totals), breaks, measure)
  const whole = linesAt(breaksOf(glyphs, allowed))
  if (!justified || !hyphen || !whole.slice(0, -1).some((line) => isLoose(line, measure)))
    return setLines(glyphs, whole, measure, justified)
  const divided = linesAt(breaksOf(glyphs, allowed, { costs: divisionsIn(glyphs), hyphen }))
  return tellWhole(setLines(glyphs, divided, measure, justified))
}

/** A text that stays on one line, at its natural width. */
export function oneLine(glyphs: Glyph[]): Line {
  const breaks = [{ at: 0 }, { at: glyphs.length }]
  return setLine(glyphs, extentOf(rulerOf(glyphs, breaks), breaks, [0, 1]), 0)
}

/**
 * Where lines may begin and end. Of the places among one run of spaces, which all make the same lines, one is
 * enough.
 */
function breaksOf(
  glyphs: Glyph[],
  allowed: boolean[],
  { costs, hyphen }: { costs: number[]; hyphen?: Letter } = { costs: [] },
): Break[] {
  const breaks: Break[] = [{ at: 0 }]
  let ink = -1
  for (let index = 1; index <= glyphs.length; index++) {
    if (!isSpace(glyphs[index - 1])) ink = index - 1
    const end = index === glyphs.length
    if (!end && !allowed[index]) {
      if (costs[index]) breaks.push({ at: index, hyphen, cost: costs[index] })
      continue
    }
    if (breaks.length > 1 && ink < breaks.at(-1)!.at) breaks.pop()
    if (end || ink >= 0) breaks.push({ at: index })
  }
  return breaks
}

/** The lines that are most even together. */
function chosenLines(ruler: Ruler, breaks: Break[], measure: number): Extent[] {
  const way = bestBreaks(ruler, breaks, measure)
  return way.slice(1).map((to, index) => extentOf(ruler, breaks, [way[index]!, to]))
}

/** What stands on a line, and how wide it is at its natural width. */
interface Extent {
  from: number
  to: number
  width: number
  elastic: number
  spaces: number
  hyphen?: Letter
}

function extentOf(ruler: Ruler, breaks: Break[], [from, to]: [number, number]): Extent {
  return {
    from: ruler.begin[from]!,
    to: ruler.end[to]!,
    width: widthOf(ruler, from, to),
    elastic: roomIn(ruler.elastic, ruler, from, to),
    spaces: roomIn(ruler.spaces, ruler, from, to),
    hyphen: breaks[to]!.hyphen,
  }
}

const isLoose = ({ width, elastic }: Extent, measure: number) => measure - width > LOOSE * elastic

function setLines(glyphs: Glyph[], extents: Extent[], measure: number, justified: boolean): Line[] {
  return extents.map((extent, index) => {
    const slack = measure - extent.width
    return setLine(glyphs, extent, justified && index < extents.length - 1 ? slack : Math.min(0, slack))
  })
}

/** Puts each letter in its place, `slack` em shared out evenly among the gaps that give. */
function setLine(glyphs: Glyph[], line: Extent, slack: number): Line {
  const room = slack < 0 ? line.spaces : line.elastic
  const even = room ? slack / room : 0
  const stretch = even > LOOSEST ? 0 : even
  const letters: Letter[] = []
  const at: number[] = []
  let pen = 0 - (line.from < line.to ? trimmedStart(glyphs[line.from]!.letter) : 0)
  for (let index = line.from; index < line.to; index++) {
    const { letter, gap, elastic } = glyphs[index]!
    letters.push(letter)
    at.push(pen)
    pen += letter.width
    if (index === line.to - 1) pen -= letter.right
    else pen += gap + ((stretch < 0 ? letter.kind === 'space' : elastic) ? stretch : 0)
  }
  if (line.hyphen) {
    letters.push(line.hyphen)
    at.push(pen)
    pen += line.hyphen.width
  }
  const behind = glyphs[line.to]
  return { letters, at, width: pen, first: line.from, ...(isSpace(behind) && { space: behind!.letter }) }
}
