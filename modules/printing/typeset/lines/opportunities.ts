import LineBreaker from 'linebreak'
import { isOneMark } from '../fonts/characters.ts'
import type { Letter } from '../fonts/letters.ts'
import type { Glyph } from './measure.ts'
import { integers } from './reused.ts'

/**
 * Where a line may end: `allowed[n]` before glyph n, by UAX #14 and clreq together. A piece wider than
 * `measure` (a long address on the web, say), which has no lawful break, may be broken between any two
 * letters.
 */
export function opportunities(glyphs: Glyph[], measure: number): boolean[] {
  const before = surroundings(glyphs)
  const lawful = lawfulBreaks(glyphs, before)
  const anywhere = loosened(glyphs, lawful, measure, (index) => clreqAllows(glyphs, before, index))
  if (anywhere === lawful) return lawful
  // Somebody may draw a whole line of dashes; its pairs stay whole all the same, and an accent with its
  // letter.
  const torn = (index: number) => before.marks[index]! % 2 === 1 || glyphs[index]!.letter.width === 0
  return loosened(glyphs, anywhere, measure, (index) => !torn(index))
}

/**
 * For each glyph the last one before it that is no space, or -1, and how many of its own mark stand right
 * before it.
 */
interface Before {
  ink: Int32Array
  marks: Int32Array
}

const inks = integers()
const markCounts = integers()

function surroundings(glyphs: Glyph[]): Before {
  const ink = inks(glyphs.length).fill(-1, 0, glyphs.length)
  const marks = markCounts(glyphs.length).fill(0, 0, glyphs.length)
  for (let index = 1; index < glyphs.length; index++) {
    const last = glyphs[index - 1]!.letter
    const { character } = glyphs[index]!.letter
    ink[index] = last.kind === 'space' ? ink[index - 1]! : index - 1
    if (isOneMark(last.character, character)) marks[index] = marks[index - 1]! + 1
  }
  return { ink, marks }
}

/**
 * The same opportunities, the very same array where no piece is too wide; within such pieces those too that
 * `also` names.
 */
function loosened(
  glyphs: Glyph[],
  allowed: boolean[],
  measure: number,
  also: (index: number) => boolean,
): boolean[] {
  let result = allowed
  let from = 0
  let width = 0
  for (let index = 0; index < glyphs.length; index++) {
    const { letter, gap } = glyphs[index]!
    width += letter.width + Math.max(gap, 0)
    if (index + 1 < glyphs.length && !allowed[index + 1]) continue
    if (width > measure) {
      if (result === allowed) result = [...allowed]
      for (let at = from + 1; at <= index; at++) result[at] ||= also(at)
    }
    from = index + 1
    width = 0
  }
  return result
}

function lawfulBreaks(glyphs: Glyph[], before: Before): boolean[] {
  const characters: string[] = []
  const glyphAt: number[] = []
  const allowed: boolean[] = []
  for (let index = 0; index < glyphs.length; index++) {
    const { letter } = glyphs[index]!
    glyphAt.push(index)
    // A character of two units has a glyph where it begins.
    if (letter.character.length > 1) glyphAt.push(index)
    characters.push(letter.character)
    allowed.push(index > 0 && besideQuotation(glyphs[index - 1]!.letter, letter))
  }
  const text = characters.join('')
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const index = glyphAt[found.position]
    if (index !== undefined) allowed[index] = true
  }
  for (let index = 0; index < allowed.length; index++) allowed[index] &&= clreqAllows(glyphs, before, index)
  for (const { index, 0: found } of text.matchAll(TOGETHER)) {
    const behind = glyphAt[index + found.length]
    if (behind !== undefined) allowed[behind] = false
  }
  return allowed
}

/** What English keeps on one line: Party A, Article 3, five (5), 30 days, CNY 100. */
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

/** UAX #14 cannot tell “ from ”, so it glues both to their neighbours; in Chinese the outer side is open. */
function besideQuotation(before: Letter, after: Letter): boolean {
  const opens = after.kind === 'open' && after.width === 1
  const closes = before.kind === 'close' && before.width === 1
  return (opens || closes) && after.kind !== 'space' && before.kind !== 'space'
}

function clreqAllows(glyphs: Glyph[], { ink }: Before, index: number): boolean {
  const last = glyphs[ink[index]!]?.letter
  const next = glyphs[index]!.letter
  return last !== undefined && next.mayStart && last.mayEnd && !isOneMark(last.character, next.character)
}
