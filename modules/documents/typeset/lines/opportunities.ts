import LineBreaker from 'linebreak'
import { isOneMark } from '../fonts/characters.ts'
import type { Letter } from '../fonts/letters.ts'
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

function lawfulBreaks(glyphs: Glyph[]): boolean[] {
  let text = ''
  const glyphAt: number[] = []
  const allowed = glyphs.map(({ letter }, index) => {
    glyphAt[text.length] = index
    text += letter.character
    return index > 0 && besideQuotation(glyphs[index - 1]!.letter, letter)
  })
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const index = glyphAt[found.position]
    if (index !== undefined) allowed[index] = true
  }
  for (let index = 0; index < allowed.length; index++) allowed[index] &&= clreqAllows(glyphs, index)
  return allowed
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
