import { isInvisible, isOneMark, type Kind } from '../fonts/characters.ts'
import { type FontGlyph, fontGlyphsOf, type Voice } from '../fonts/font-glyphs.ts'

/** A glyph in its context; lengths in em. */
export interface MeasuredGlyph {
  fontGlyph: FontGlyph
  /**
   * The gap to the next glyph: a quarter em between Han and Latin, or negative when two marks move together.
   */
  gap: number
  /** Whether justification may widen the gap behind this glyph. */
  elastic: boolean
}

/** Measures a text, one glyph for each character. Adds characters that no face has to `missing`. */
export function measure(text: string, voice: Voice, missing: Set<string>): MeasuredGlyph[] {
  const find = fontGlyphsOf(voice)
  const glyphs: MeasuredGlyph[] = []
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index)!
    const fontGlyph = find(code)
    if (fontGlyph) add(glyphs, fontGlyph)
    else noteMissing(String.fromCodePoint(code), missing)
    if (code > 0xffff) index++
  }
  return glyphs
}

function noteMissing(character: string, missing: Set<string>): void {
  if (!isInvisible(character)) missing.add(character)
}

function add(glyphs: MeasuredGlyph[], fontGlyph: FontGlyph): void {
  const before = glyphs.at(-1)
  if (before) join(before, fontGlyph, glyphs.at(-2))
  glyphs.push({ fontGlyph, gap: 0, elastic: false })
}

function join(glyph: MeasuredGlyph, next: FontGlyph, before: MeasuredGlyph | undefined): void {
  const { fontGlyph } = glyph
  const marks = isMark(fontGlyph) && isMark(next)
  if (marks && !(fontGlyph.kind === 'open' && next.kind === 'close')) compress(glyph, next, before)
  else if (meetHanAndLatin(fontGlyph.kind, next.kind)) glyph.gap = 0.25
  else if (isKerned(fontGlyph) && isKerned(next) && fontGlyph.face === next.face)
    glyph.gap = fontGlyph.face.kern(fontGlyph.character, next.character)
  glyph.elastic = !marks && isElastic(fontGlyph, next)
}

/** Two adjacent marks take one and a half em: half an em of their blank space is removed. */
function compress(glyph: MeasuredGlyph, next: FontGlyph, before: MeasuredGlyph | undefined): void {
  const between = Math.min(0.5, glyph.fontGlyph.right + next.left)
  glyph.gap = -between
  // A centred stop also gives up the blank space on its other side.
  if (before && !isMark(before.fontGlyph)) before.gap -= Math.min(glyph.fontGlyph.left, 0.5 - between)
}

const isMark = ({ left, right }: FontGlyph) => left + right > 0

const meetHanAndLatin = (one: Kind, other: Kind) =>
  (one === 'han' && other === 'latin') || (one === 'latin' && other === 'han')

/** Latin letters and the points and commas behind them are kerned. */
const isKerned = ({ kind, character }: FontGlyph) =>
  kind === 'latin' || character === '.' || character === ','

const isCjk = ({ kind, width }: FontGlyph) =>
  kind === 'han' || (width === 1 && kind !== 'latin' && kind !== 'space')

function isElastic(fontGlyph: FontGlyph, next: FontGlyph): boolean {
  if (next.kind === 'space' || isOneMark(fontGlyph.character, next.character)) return false
  return fontGlyph.kind === 'space' || isCjk(fontGlyph) || isCjk(next)
}
