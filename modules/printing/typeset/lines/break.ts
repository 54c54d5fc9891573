import type { FontGlyph } from '../fonts/font-glyphs.ts'
import { bestBreaks } from './best-breaks.ts'
import { asSeen } from './direction.ts'
import { divisionsIn } from './hyphens.ts'
import type { Line } from './line.ts'
import type { MeasuredGlyph } from './measure.ts'
import { opportunities, reliefsIn } from './opportunities.ts'
import { type Break, isSpace, type Ruler, roomIn, rulerOf, totalsOf, trimmedStart, widthOf } from './ruler.ts'
import { withWholeWords } from './whole-words.ts'

/** In em. A line whose gaps would widen by more is not justified. */
const LOOSEST = 0.8
/** In em. If the gaps of a line would widen by more, words are divided to avoid it. */
const LOOSE = 0.3
/** The same limit for gaps between Chinese characters. */
const LOOSE_HAN = 0.12

/**
 * Line breaking: breaks a paragraph into lines of `measure` em that are as even as possible, and justifies
 * all but the last one (unless `justify` is off). If gaps would still be too wide, words may be divided with
 * `hyphen`.
 */
export function breakLines(
  glyphs: MeasuredGlyph[],
  measure: number,
  justified = true,
  hyphen?: FontGlyph,
): Line[] {
  if (glyphs.length === 0) return []
  const allowed = opportunities(glyphs, measure)
  const totals = totalsOf(glyphs)
  const linesAt = (breaks: Break[]) => chosenLines(rulerOf(glyphs, breaks, totals), breaks, measure)
  const whole = linesAt(breaksOf(glyphs, allowed))
  const loose = hyphen ? LOOSE : LOOSE_HAN
  if (!justified || !whole.slice(0, -1).some((line) => isLoose(line, measure, loose)))
    return setLines(glyphs, whole, measure, justified)
  const reliefs = reliefsIn(glyphs)
  const divisions = hyphen ? divisionsIn(glyphs) : []
  const divided = linesAt(breaksOf(glyphs, allowed, { reliefs, divisions, hyphen }))
  return withWholeWords(setLines(glyphs, divided, measure, justified))
}

/** Sets a text on one line at its natural width. */
export function oneLine(glyphs: MeasuredGlyph[]): Line {
  const breaks = [{ at: 0 }, { at: glyphs.length }]
  return setLine(glyphs, extentOf(rulerOf(glyphs, breaks), breaks, [0, 1]), 0)
}

/**
 * The costs of additional breaks in lines that would be too loose: with a hyphen in words, and within
 * expressions.
 */
interface Emergency {
  reliefs: number[]
  divisions: number[]
  hyphen?: FontGlyph
}

/**
 * The possible starts and ends of lines. One break per run of spaces is enough, because all of them give the
 * same lines.
 */
function breaksOf(
  glyphs: MeasuredGlyph[],
  allowed: boolean[],
  { reliefs, divisions, hyphen }: Emergency = { reliefs: [], divisions: [] },
): Break[] {
  const breaks: Break[] = [{ at: 0 }]
  let lastVisible = -1
  for (let index = 1; index <= glyphs.length; index++) {
    if (!isSpace(glyphs[index - 1])) lastVisible = index - 1
    const end = index === glyphs.length
    if (!end && !allowed[index]) {
      if (divisions[index]) breaks.push({ at: index, hyphen, cost: divisions[index] })
      else if (reliefs[index]) breaks.push({ at: index, cost: reliefs[index] })
      continue
    }
    if (breaks.length > 1 && lastVisible < breaks.at(-1)!.at) breaks.pop()
    if (end || lastVisible >= 0) breaks.push({ at: index })
  }
  return breaks
}

/** The breaks that give the most even lines. */
function chosenLines(ruler: Ruler, breaks: Break[], measure: number): Extent[] {
  const way = bestBreaks(ruler, breaks, measure)
  return way.slice(1).map((to, index) => extentOf(ruler, breaks, [way[index]!, to]))
}

/** The glyph range of a line and its natural width. */
interface Extent {
  from: number
  to: number
  width: number
  elastic: number
  spaces: number
  hyphen?: FontGlyph
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

const isLoose = ({ width, elastic }: Extent, measure: number, loose: number) =>
  measure - width > loose * elastic

function setLines(glyphs: MeasuredGlyph[], extents: Extent[], measure: number, justified: boolean): Line[] {
  return extents.map((extent, index) => {
    const slack = measure - extent.width
    return setLine(glyphs, extent, justified && index < extents.length - 1 ? slack : Math.min(0, slack))
  })
}

/** Positions each glyph; distributes `slack` em evenly over the elastic gaps. */
function setLine(glyphs: MeasuredGlyph[], line: Extent, slack: number): Line {
  const room = slack < 0 ? line.spaces : line.elastic
  const even = room ? slack / room : 0
  const stretch = even > LOOSEST ? 0 : even
  const fontGlyphs: FontGlyph[] = []
  const at: number[] = []
  let position = 0 - (line.from < line.to ? trimmedStart(glyphs[line.from]!.fontGlyph) : 0)
  for (let index = line.from; index < line.to; index++) {
    const { fontGlyph, gap, elastic } = glyphs[index]!
    fontGlyphs.push(fontGlyph)
    at.push(position)
    position += fontGlyph.width
    if (index === line.to - 1) position -= fontGlyph.right
    else position += gap + ((stretch < 0 ? fontGlyph.kind === 'space' : elastic) ? stretch : 0)
  }
  if (line.hyphen) {
    fontGlyphs.push(line.hyphen)
    at.push(position)
    position += line.hyphen.width
  }
  const behind = glyphs[line.to]
  const visual = asSeen(
    { glyphs: fontGlyphs, at, width: position },
    (index) => glyphs[line.from + index]?.level,
  )
  return { ...visual, first: line.from, ...(isSpace(behind) && { space: behind!.fontGlyph }) }
}
