import type { FontGlyph } from '../fonts/font-glyphs.ts'

/** The glyphs of a line and the position of each, in em from the line's start. */
export interface Line {
  glyphs: FontGlyph[]
  positions: number[]
  width: number
  /** Index in the paragraph of the line's first glyph. */
  first: number
  /** The invisible space after the line. Text extraction needs it. */
  space?: FontGlyph
  /** Glyph ranges with a replacement text. */
  wordings?: Wording[]
}

/**
 * Replacement text for glyphs: the whole word at the beginning of a divided word, and '' at its
 * continuation.
 */
export interface Wording {
  from: number
  to: number
  text: string
}
