import type { Letter } from '../fonts/letters.ts'

/** Letters on one line with the place of each, in em from the line's start. */
export interface Line {
  letters: Letter[]
  at: number[]
  width: number
  /** Which glyph of its paragraph is the first of its letters. */
  first: number
  /**
   * The space that parts it from what follows: whoever reads the file on needs it, though nothing shows it.
   */
  space?: Letter
  /** Letters that are told otherwise than one by one. */
  wordings?: Wording[]
}

/** How letters of a line are told: a divided word whole where it begins, and by nothing where it goes on. */
export interface Wording {
  from: number
  to: number
  text: string
}
