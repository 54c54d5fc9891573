import type { Face } from '#src/pdf/fonts/faces.ts'
import type { FontGlyph } from './font-glyphs.ts'

/** The characters of one face that a document uses; code n draws `codes[n]`, and code 0 is .notdef. */
export interface UsedFont {
  face: Face
  /** The font's resource name on pages. */
  name: string
  codes: Pick<FontGlyph, 'id' | 'character' | 'parts' | 'width'>[]
}

export interface Code {
  font: UsedFont
  /** The code as bytes of a string literal in a content stream. */
  literal: string
}

/** The fonts of one document, collected while its pages are drawn. */
export interface FontBook {
  fonts: UsedFont[]
  /** The font and the code of a glyph. Each character has its own code, even when two share an outline. */
  codeOf(glyph: FontGlyph): Code
}

export function openFontBook(): FontBook {
  const fonts: UsedFont[] = []
  const codes = new Map<FontGlyph, Code>()
  const codeOf = (glyph: FontGlyph) => {
    const existingCode = codes.get(glyph)
    if (existingCode) return existingCode
    const font = fonts.find(({ face }) => face === glyph.face) ?? newFont(glyph.face, fonts)
    const code = { font, literal: writtenCode(font.codes.push(glyph) - 1) }
    codes.set(glyph, code)
    return code
  }
  return { fonts, codeOf }
}

/**
 * The code as two bytes, with a backslash before a byte that would end the string or count as a line end
 * (ISO 32000-1, 7.3.4.2).
 */
const writtenCode = (code: number): string =>
  String.fromCharCode(code >> 8, code & 0xff)
    .replace(/[\\()]/g, '\\$&')
    .replace(/\r/g, '\\r')

/** The code as four hexadecimal digits. */
export const hex = (code: number): string => (0x10000 + code).toString(16).slice(1)

function newFont(face: Face, fonts: UsedFont[]): UsedFont {
  const font = {
    face,
    name: `F${fonts.length + 1}`,
    codes: [{ id: 0, character: '', width: face.advance(0) }],
  }
  fonts.push(font)
  return font
}
