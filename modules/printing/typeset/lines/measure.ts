import { isInvisible, isOneMark, type Kind } from '../fonts/characters.ts'
import { type Letter, lettersOf, type Voice } from '../fonts/letters.ts'

/** A letter as it will stand before the next one on a line; lengths in em. */
export interface Glyph {
  letter: Letter
  /** To the next glyph: the quarter em between Han and Latin, or (negative) what two marks give up. */
  gap: number
  /** Whether justification may widen the room behind this glyph. */
  elastic: boolean
}

/** Measures a text, one glyph a character. Characters that no face has are added to `missing`. */
export function measure(text: string, voice: Voice, missing: Set<string>): Glyph[] {
  const find = lettersOf(voice)
  const glyphs: Glyph[] = []
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index)!
    const letter = find(code)
    if (letter) add(glyphs, letter)
    else noteMissing(String.fromCodePoint(code), missing)
    if (code > 0xffff) index++
  }
  return glyphs
}

function noteMissing(character: string, missing: Set<string>): void {
  if (!isInvisible(character)) missing.add(character)
}

function add(glyphs: Glyph[], letter: Letter): void {
  const before = glyphs.at(-1)
  if (before) join(before, letter, glyphs.at(-2))
  glyphs.push({ letter, gap: 0, elastic: false })
}

function join(glyph: Glyph, next: Letter, before: Glyph | undefined): void {
  const { letter } = glyph
  const marks = isMark(letter) && isMark(next)
  if (marks && !(letter.kind === 'open' && next.kind === 'close')) compress(glyph, next, before)
  else if (meetHanAndLatin(letter.kind, next.kind)) glyph.gap = 0.25
  else if (isKerned(letter) && isKerned(next) && letter.face === next.face)
    glyph.gap = letter.face.kern(letter.character, next.character)
  glyph.elastic = !marks && isElastic(letter, next)
}

/** Two marks side by side take one and a half em: half an em of their empty parts goes. */
function compress(glyph: Glyph, next: Letter, before: Glyph | undefined): void {
  const between = Math.min(0.5, glyph.letter.right + next.left)
  glyph.gap = -between
  // A stop in the middle of its square gives up the rest on its other side.
  if (before && !isMark(before.letter)) before.gap -= Math.min(glyph.letter.left, 0.5 - between)
}

const isMark = ({ left, right }: Letter) => left + right > 0

const meetHanAndLatin = (one: Kind, other: Kind) =>
  (one === 'han' && other === 'latin') || (one === 'latin' && other === 'han')

/** Letters, and the points and commas behind them. */
const isKerned = ({ kind, character }: Letter) => kind === 'latin' || character === '.' || character === ','

const isCjk = ({ kind, width }: Letter) =>
  kind === 'han' || (width === 1 && kind !== 'latin' && kind !== 'space')

function isElastic(letter: Letter, next: Letter): boolean {
  if (next.kind === 'space' || isOneMark(letter.character, next.character)) return false
  return letter.kind === 'space' || isCjk(letter) || isCjk(next)
}
