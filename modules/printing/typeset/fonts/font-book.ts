import type { Face } from '#src/pdf/fonts/faces.ts'
import type { Letter } from './letters.ts'

/** The characters of one face that a document uses; `codes[n]` is drawn by code n, code 0 being .notdef. */
export interface UsedFont {
  face: Face
  /** The name by which pages call the font. */
  name: string
  codes: { id: number; character: string }[]
}

export interface Code {
  font: UsedFont
  /** How a content stream writes it, within parentheses. */
  written: string
}

/** The fonts of one document, filled while its pages are drawn. */
export interface FontBook {
  fonts: UsedFont[]
  /** The font of a letter and its code there: one code a character, even where two share a drawing. */
  codeOf(letter: Letter): Code
}

export function openFontBook(): FontBook {
  const fonts: UsedFont[] = []
  const codes = new Map<Letter, Code>()
  const codeOf = (letter: Letter) => {
    const known = codes.get(letter)
    if (known) return known
    const font = fonts.find(({ face }) => face === letter.face) ?? newFont(letter.face, fonts)
    const code = { font, written: writtenCode(font.codes.push(letter) - 1) }
    codes.set(letter, code)
    return code
  }
  return { fonts, codeOf }
}

/**
 * Two bytes, with a backslash where one would end the string or be read as the end of a line (ISO 32000-1,
 * 7.3.4.2).
 */
const writtenCode = (code: number): string =>
  String.fromCharCode(code >> 8, code & 0xff)
    .replace(/[\\()]/g, '\\$&')
    .replace(/\r/g, '\\r')

/** Four digits. */
export const hex = (code: number): string => (0x10000 + code).toString(16).slice(1)

function newFont(face: Face, fonts: UsedFont[]): UsedFont {
  const font = { face, name: `F${fonts.length + 1}`, codes: [{ id: 0, character: '' }] }
  fonts.push(font)
  return font
}
