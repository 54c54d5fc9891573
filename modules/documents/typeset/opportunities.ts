import LineBreaker from 'linebreak'
import { isOneMark } from './characters.ts'
import type { Letter } from './letters.ts'
import type { Glyph } from './measure.ts'

/**
 * Where a line may end: `allowed[n]` before glyph n, by UAX #14 and clreq together. A piece wider than
 * `measure` (a long address on the web, say), which has no lawful break, may be broken between any two letters.
 */
export function opportunities(glyphs: Glyph[], measure: number): boolean[] {
  const lawful = lawfulBreaks(glyphs)
  const anywhere = loosened(glyphs, lawful, measure, (index) => clreqAllows(glyphs, index))
  return loosened(glyphs, anywhere, measure, (index) => !dividesMark(glyphs, index))
}

/** The same opportunities, and within pieces that are too wide for a line those that `also` names. */
function loosened(
  glyphs: Glyph[],
  allowed: boolean[],
  measure: number,
  also: (index: number) => boolean,
): boolean[] {
  const result = [...allowed]
  let from = 0
  let width = 0
  glyphs.forEach(({ letter, gap }, index) => {
    width += letter.width + Math.max(gap, 0)
    if (index + 1 < glyphs.length && !allowed[index + 1]) return
    if (width > measure) for (let at = from + 1; at <= index; at++) result[at] ||= also(at)
    from = index + 1
    width = 0
  })
  return result
}

function lawfulBreaks(glyphs: Glyph[]): boolean[] {
  const allowed = glyphs.map(
    ({ letter }, index) => index > 0 && besideQuotation(glyphs[index - 1]!.letter, letter),
  )
  const starts = new Map<number, number>()
  let length = 0
  glyphs.forEach(({ letter }, index) => {
    starts.set(length, index)
    length += letter.character.length
  })
  const breaker = new LineBreaker(glyphs.map(({ letter }) => letter.character).join(''))
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const index = starts.get(found.position)
    if (index !== undefined) allowed[index] = true
  }
  return allowed.map((may, index) => may && clreqAllows(glyphs, index))
}

/** UAX #14 cannot tell “ from ”, so it glues both to their neighbours; in Chinese the outer side is open. */
function besideQuotation(before: Letter, after: Letter): boolean {
  const opens = after.kind === 'open' && after.width === 1
  const closes = before.kind === 'close' && before.width === 1
  return (opens || closes) && after.kind !== 'space' && before.kind !== 'space'
}

function clreqAllows(glyphs: Glyph[], index: number): boolean {
  let end = index - 1
  while (glyphs[end]?.letter.kind === 'space') end--
  const last = glyphs[end]?.letter
  const next = glyphs[index]!.letter
  return last !== undefined && next.mayStart && last.mayEnd && !isOneMark(last.character, next.character)
}

/** Somebody may draw a whole line of dashes; its pairs stay whole all the same. */
function dividesMark(glyphs: Glyph[], index: number): boolean {
  const { character } = glyphs[index]!.letter
  let start = index
  while (start > 0 && isOneMark(glyphs[start - 1]!.letter.character, character)) start--
  return (index - start) % 2 === 1
}
