import { hasShapedScript } from '#src/pdf/fonts/scripts.ts'
import { isInvisible, isOneMark, type Kind } from '../fonts/characters.ts'
import { type FontGlyph, fontGlyphsOf, type Voice } from '../fonts/font-glyphs.ts'
import { shapedGlyphs, shapedLength } from '../fonts/shaped-glyphs.ts'
import { levelsOf, mirrored } from './direction.ts'

/** A glyph within a text; lengths in em. */
export interface MeasuredGlyph {
  fontGlyph: FontGlyph
  /**
   * The gap to the next glyph: a quarter em between Han and Latin, or negative when two marks move together.
   */
  gap: number
  /** Whether justification may widen the gap after this glyph. */
  isElastic: boolean
  /** The embedding level in bidirectional text; odd for right to left. */
  level?: number
}

/** Measures a text, one glyph per character. Adds characters that no face has to `missing`. */
export function measure(text: string, voice: Voice, missing: Set<string>): MeasuredGlyph[] {
  const findGlyph = fontGlyphsOf(voice)
  const glyphs: MeasuredGlyph[] = []
  const shapes = hasShapedScript(text)
  const levels = shapes ? levelsOf(text) : undefined
  for (let index = 0; index < text.length; index++) {
    const length = shapes ? shapedLength(text, index) : 0
    if (length > 0) {
      const word = text.slice(index, index + length)
      const clusters = shapedGlyphs(word, voice)
      for (const cluster of clusters ?? []) addGlyph(glyphs, cluster, levels?.[index])
      if (!clusters) for (const character of word) addMissing(character, missing)
      index += length - 1
      continue
    }
    const code = text.codePointAt(index)!
    const level = levels?.[index]
    const finder = isApostrophe(text, index) ? fontGlyphsOf({ ...voice, side: 'en' }) : findGlyph
    const fontGlyph = finder(level && level % 2 ? mirrored(code) : code)
    if (fontGlyph) addGlyph(glyphs, fontGlyph, level)
    else addMissing(String.fromCodePoint(code), missing)
    if (code > 0xffff) index++
  }
  return glyphs
}

const LATIN = /[\p{Script=Latin}]/u

/**
 * Whether the mark is within a word or name, such as O’Brien, and therefore narrow even in Chinese texts.
 */
export const isApostrophe = (text: string, index: number): boolean =>
  text[index] === '’' && LATIN.test(text[index - 1] ?? '') && LATIN.test(text[index + 1] ?? '')

function addMissing(character: string, missing: Set<string>): void {
  if (!isInvisible(character)) missing.add(character)
}

function addGlyph(glyphs: MeasuredGlyph[], fontGlyph: FontGlyph, level?: number): void {
  const previous = glyphs.at(-1)
  if (previous) joinGlyphs(previous, fontGlyph, glyphs.at(-2))
  glyphs.push({ fontGlyph, gap: 0, isElastic: false, ...(level && { level }) })
}

function joinGlyphs(glyph: MeasuredGlyph, next: FontGlyph, previous: MeasuredGlyph | undefined): void {
  const { fontGlyph } = glyph
  const areMarks = isMark(fontGlyph) && isMark(next)
  if (areMarks && !(fontGlyph.kind === 'open' && next.kind === 'close')) compress(glyph, next, previous)
  else if (meetHanAndLatin(fontGlyph.kind, next.kind)) glyph.gap = 0.25
  else if (isKerned(fontGlyph) && isKerned(next) && fontGlyph.face === next.face)
    glyph.gap = fontGlyph.face.kern(fontGlyph.character, next.character)
  glyph.isElastic = !areMarks && isElastic(fontGlyph, next)
}

/** Two adjacent marks take one and a half em: half an em of the blank space between them is removed. */
function compress(glyph: MeasuredGlyph, next: FontGlyph, previous: MeasuredGlyph | undefined): void {
  const removedSpace = Math.min(0.5, glyph.fontGlyph.right + next.left)
  glyph.gap = -removedSpace
  // A centred stop also loses the blank space on its other side.
  if (previous && !isMark(previous.fontGlyph))
    previous.gap -= Math.min(glyph.fontGlyph.left, 0.5 - removedSpace)
}

const isMark = ({ left, right }: FontGlyph) => left + right > 0

const meetHanAndLatin = (one: Kind, other: Kind) =>
  (one === 'han' && other === 'latin') || (one === 'latin' && other === 'han')

/** Latin letters, and points and commas after them, are kerned. */
const isKerned = ({ kind, character }: FontGlyph) =>
  kind === 'latin' || character === '.' || character === ','

const isCjk = ({ kind, width }: FontGlyph) =>
  kind === 'han' || (width === 1 && kind !== 'latin' && kind !== 'space')

function isElastic(fontGlyph: FontGlyph, next: FontGlyph): boolean {
  if (next.kind === 'space' || isOneMark(fontGlyph.character, next.character)) return false
  return fontGlyph.kind === 'space' || isCjk(fontGlyph) || isCjk(next)
}
