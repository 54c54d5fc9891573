import LineBreaker from 'linebreak'
import { isOneMark } from '../fonts/characters.ts'
import type { FontGlyph } from '../fonts/font-glyphs.ts'
import type { MeasuredGlyph } from './measure.ts'
import { scratchIntegers } from './scratch-buffers.ts'

/**
 * Where a line may end: `allowed[n]` refers to the place before glyph n, by UAX #14 and clreq. A piece wider
 * than `measure` without any allowed break (such as a long URL) may be broken between any two letters.
 */
export function allowedBreaks(glyphs: MeasuredGlyph[], measure: number): boolean[] {
  const neighbours = surroundings(glyphs)
  const regular = regularBreaks(glyphs, neighbours)
  const withEmergencyBreaks = addEmergencyBreaks(glyphs, regular, measure, (index) =>
    clreqAllows(glyphs, neighbours, index),
  )
  if (withEmergencyBreaks === regular) return regular
  // Even a whole line of dashes is not broken within a pair, and an accent stays with its letter.
  const splitsMark = (index: number) =>
    neighbours.marks[index]! % 2 === 1 || glyphs[index]!.fontGlyph.width === 0
  return addEmergencyBreaks(glyphs, withEmergencyBreaks, measure, (index) => !splitsMark(index))
}

/**
 * For each glyph: the index of the previous glyph that is not a space (or -1), and how many marks of the
 * same kind directly precede it.
 */
interface Surroundings {
  lastVisible: Int32Array
  marks: Int32Array
}

const lastVisibleBuffer = scratchIntegers()
const markCounts = scratchIntegers()

function surroundings(glyphs: MeasuredGlyph[]): Surroundings {
  const lastVisible = lastVisibleBuffer(glyphs.length).fill(-1, 0, glyphs.length)
  const marks = markCounts(glyphs.length).fill(0, 0, glyphs.length)
  for (let index = 1; index < glyphs.length; index++) {
    const previousGlyph = glyphs[index - 1]!.fontGlyph
    const { character } = glyphs[index]!.fontGlyph
    lastVisible[index] = previousGlyph.kind === 'space' ? lastVisible[index - 1]! : index - 1
    if (isOneMark(previousGlyph.character, character)) marks[index] = marks[index - 1]! + 1
  }
  return { lastVisible, marks }
}

/**
 * The allowed breaks, plus those that `isAlsoAllowed` allows within pieces that are too wide. Returns the
 * same array if every piece fits.
 */
function addEmergencyBreaks(
  glyphs: MeasuredGlyph[],
  allowed: boolean[],
  measure: number,
  isAlsoAllowed: (index: number) => boolean,
): boolean[] {
  let result = allowed
  let from = 0
  let width = 0
  for (let index = 0; index < glyphs.length; index++) {
    const { fontGlyph, gap } = glyphs[index]!
    width += fontGlyph.width + Math.max(gap, 0)
    if (index + 1 < glyphs.length && !allowed[index + 1]) continue
    if (width > measure) {
      if (result === allowed) result = [...allowed]
      for (let breakIndex = from + 1; breakIndex <= index; breakIndex++)
        result[breakIndex] ||= isAlsoAllowed(breakIndex)
    }
    from = index + 1
    width = 0
  }
  return result
}

function regularBreaks(glyphs: MeasuredGlyph[], neighbours: Surroundings): boolean[] {
  const characters: string[] = []
  const glyphAt: (number | undefined)[] = []
  let length = 0
  const allowed: boolean[] = []
  for (let index = 0; index < glyphs.length; index++) {
    const { fontGlyph } = glyphs[index]!
    // A character of several UTF-16 units has one glyph, at its first unit.
    glyphAt[length] = index
    length += fontGlyph.character.length
    characters.push(fontGlyph.character)
    allowed.push(index > 0 && besideQuotation(glyphs[index - 1]!.fontGlyph, fontGlyph))
  }
  const text = characters.join('')
  const breaker = new LineBreaker(text)
  for (let opportunity = breaker.nextBreak(); opportunity; opportunity = breaker.nextBreak()) {
    const index = glyphAt[opportunity.position]
    if (index !== undefined) allowed[index] = true
  }
  for (let index = 0; index < allowed.length; index++)
    allowed[index] &&= clreqAllows(glyphs, neighbours, index)
  for (const { index, 0: match } of text.matchAll(TOGETHER)) {
    const nextGlyph = glyphAt[index + match.length]
    if (nextGlyph !== undefined) allowed[nextGlyph] = false
  }
  return allowed
}

/**
 * The currency before a long sum, after which a line that would be too loose may end; figures are never
 * divided.
 */
const CURRENCY = /\b(?:CNY|RMB|USD|EUR|HKD) (?=\d{1,3},\d{3})/g
const AFTER_CURRENCY = 40_000

/**
 * The cost of a break before glyph n that is not allowed but better than a loose line: after the currency of
 * a long sum. Zero at all other glyphs.
 */
export function extraBreakCosts(glyphs: MeasuredGlyph[]): number[] {
  const costs = new Array<number>(glyphs.length).fill(0)
  const starts = new Map<number, number>()
  let text = ''
  for (const [index, { fontGlyph }] of glyphs.entries()) {
    starts.set(text.length, index)
    text += fontGlyph.character
  }
  for (const { index, 0: currency } of text.matchAll(CURRENCY)) {
    const nextGlyph = starts.get(index + currency.length)
    if (nextGlyph !== undefined) costs[nextGlyph] = AFTER_CURRENCY
  }
  return costs
}

/** Expressions that English text keeps on one line: Party A, Article 3, five (5), 30 days, CNY 100. */
const TOGETHER = new RegExp(
  [
    / (?=\(\d{1,9}\))/,
    /\b(?:Party|Article|Section|Clause|Schedule|Annex|Appendix|Resolution|No\.) (?=[A-Z\d]\b)/,
    /\b(?:Article|Section|Clause|Schedule|Annex|Appendix|Resolution|No\.|CNY|RMB|USD|EUR|HKD) (?=\d)/,
    /\d\)? (?=(?:working|business|calendar|days?|months?|years?|hours?|per cent|percent|CNY|RMB|USD|EUR|HKD)\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/**
 * UAX #14 cannot tell “ from ”, so it allows no break beside either; in Chinese a break is allowed on the
 * outer side.
 */
function besideQuotation(leftGlyph: FontGlyph, rightGlyph: FontGlyph): boolean {
  const isOpening = rightGlyph.kind === 'open' && rightGlyph.width === 1
  const isClosing = leftGlyph.kind === 'close' && leftGlyph.width === 1
  return (isOpening || isClosing) && rightGlyph.kind !== 'space' && leftGlyph.kind !== 'space'
}

function clreqAllows(glyphs: MeasuredGlyph[], { lastVisible }: Surroundings, index: number): boolean {
  const lastGlyph = glyphs[lastVisible[index]!]?.fontGlyph
  const nextGlyph = glyphs[index]!.fontGlyph
  return (
    lastGlyph !== undefined &&
    nextGlyph.mayStart &&
    lastGlyph.mayEnd &&
    !isOneMark(lastGlyph.character, nextGlyph.character)
  )
}
