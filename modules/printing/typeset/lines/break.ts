import type { FontGlyph } from '../fonts/font-glyphs.ts'
import { bestBreaks } from './best-breaks.ts'
import { inVisualOrder } from './direction.ts'
import { divisionsIn } from './hyphens.ts'
import type { Line } from './line.ts'
import type { MeasuredGlyph } from './measure.ts'
import { allowedBreaks, extraBreakCosts } from './opportunities.ts'
import { type Break, isSpace, type Ruler, roomIn, rulerOf, totalsOf, trimmedStart, widthOf } from './ruler.ts'
import { withWholeWords } from './whole-words.ts'

/** In em. A line whose gaps would widen by more is not justified. */
const MAX_JUSTIFIED_GAP = 0.8
/** In em. If the gaps of a line would widen by more, words are divided to avoid it. */
const MAX_GAP_UNDIVIDED = 0.3
/** The same limit for gaps between Chinese characters. */
const MAX_HAN_GAP = 0.12

/**
 * Line breaking: breaks a paragraph into lines of `measure` em that are as even as possible, and justifies
 * all but the last one (unless `justified` is false). If gaps would still be too wide, words may be divided
 * with `hyphen`.
 */
export function breakLines(
  glyphs: MeasuredGlyph[],
  measure: number,
  justified = true,
  hyphen?: FontGlyph,
): Line[] {
  if (glyphs.length === 0) return []
  const allowed = allowedBreaks(glyphs, measure)
  const totals = totalsOf(glyphs)
  const linesAt = (breaks: Break[]) => chosenLines(rulerOf(glyphs, breaks, totals), breaks, measure)
  const wholeLines = linesAt(breaksOf(glyphs, allowed))
  const maxGap = hyphen ? MAX_GAP_UNDIVIDED : MAX_HAN_GAP
  if (!justified || !wholeLines.slice(0, -1).some((line) => isLoose(line, measure, maxGap)))
    return setLines(glyphs, wholeLines, measure, justified)
  const reliefs = extraBreakCosts(glyphs)
  const divisions = hyphen ? divisionsIn(glyphs) : []
  const dividedLines = linesAt(breaksOf(glyphs, allowed, { reliefs, divisions, hyphen }))
  return withWholeWords(setLines(glyphs, dividedLines, measure, justified))
}

/** Sets a text on one line at its natural width. */
export function oneLine(glyphs: MeasuredGlyph[]): Line {
  const breaks = [{ at: 0 }, { at: glyphs.length }]
  return setLine(glyphs, rangeOf(rulerOf(glyphs, breaks), breaks, [0, 1]), 0)
}

/**
 * The costs of additional breaks in lines that would be too loose: with a hyphen in words, and within
 * expressions.
 */
interface ExtraBreaks {
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
  { reliefs, divisions, hyphen }: ExtraBreaks = { reliefs: [], divisions: [] },
): Break[] {
  const breaks: Break[] = [{ at: 0 }]
  let lastVisible = -1
  for (let index = 1; index <= glyphs.length; index++) {
    if (!isSpace(glyphs[index - 1])) lastVisible = index - 1
    const isEnd = index === glyphs.length
    if (!isEnd && !allowed[index]) {
      if (divisions[index]) breaks.push({ at: index, hyphen, cost: divisions[index] })
      else if (reliefs[index]) breaks.push({ at: index, cost: reliefs[index] })
      continue
    }
    if (breaks.length > 1 && lastVisible < breaks.at(-1)!.at) breaks.pop()
    if (isEnd || lastVisible >= 0) breaks.push({ at: index })
  }
  return breaks
}

/** The breaks that give the most even lines. */
function chosenLines(ruler: Ruler, breaks: Break[], measure: number): LineRange[] {
  const breakpoints = bestBreaks(ruler, breaks, measure)
  return breakpoints.slice(1).map((to, index) => rangeOf(ruler, breaks, [breakpoints[index]!, to]))
}

/** The glyph range of a line and its natural width. */
interface LineRange {
  from: number
  to: number
  width: number
  elastic: number
  spaces: number
  hyphen?: FontGlyph
}

function rangeOf(ruler: Ruler, breaks: Break[], [from, to]: [number, number]): LineRange {
  return {
    from: ruler.begin[from]!,
    to: ruler.end[to]!,
    width: widthOf(ruler, from, to),
    elastic: roomIn(ruler.elastic, ruler, from, to),
    spaces: roomIn(ruler.spaces, ruler, from, to),
    hyphen: breaks[to]!.hyphen,
  }
}

const isLoose = ({ width, elastic }: LineRange, measure: number, maxGap: number) =>
  measure - width > maxGap * elastic

function setLines(glyphs: MeasuredGlyph[], ranges: LineRange[], measure: number, justified: boolean): Line[] {
  return ranges.map((range, index) => {
    const slack = measure - range.width
    return setLine(glyphs, range, justified && index < ranges.length - 1 ? slack : Math.min(0, slack))
  })
}

/** Positions each glyph; distributes `slack` em evenly over the elastic gaps. */
function setLine(glyphs: MeasuredGlyph[], line: LineRange, slack: number): Line {
  const room = slack < 0 ? line.spaces : line.elastic
  const evenStretch = room ? slack / room : 0
  const stretch = evenStretch > MAX_JUSTIFIED_GAP ? 0 : evenStretch
  const fontGlyphs: FontGlyph[] = []
  const positions: number[] = []
  let position = 0 - (line.from < line.to ? trimmedStart(glyphs[line.from]!.fontGlyph) : 0)
  for (let index = line.from; index < line.to; index++) {
    const { fontGlyph, gap, isElastic: elastic } = glyphs[index]!
    fontGlyphs.push(fontGlyph)
    positions.push(position)
    position += fontGlyph.width
    if (index === line.to - 1) position -= fontGlyph.right
    else position += gap + ((stretch < 0 ? fontGlyph.kind === 'space' : elastic) ? stretch : 0)
  }
  if (line.hyphen) {
    fontGlyphs.push(line.hyphen)
    positions.push(position)
    position += line.hyphen.width
  }
  const nextGlyph = glyphs[line.to]
  const visualLine = inVisualOrder(
    { glyphs: fontGlyphs, positions, width: position },
    (index) => glyphs[line.from + index]?.level,
  )
  return { ...visualLine, first: line.from, ...(isSpace(nextGlyph) && { space: nextGlyph!.fontGlyph }) }
}
