import { DIVISION } from '../fonts/characters.ts'
import type { FontGlyph } from '../fonts/font-glyphs.ts'
import type { Line, Wording } from './line.ts'

/**
 * Sets the replacement text of each divided word to the whole word, including adjoining marks, so that the
 * word can be found, copied and read aloud.
 */
export function withWholeWords(lines: Line[]): Line[] {
  let openWording: Wording | undefined
  return lines.map((line) => {
    const { glyphs, space } = line
    const isDivided = glyphs.at(-1)?.character === DIVISION
    const wordings: Wording[] = []
    let to = 0
    if (openWording) {
      to = glyphs.findIndex(isApart)
      if (to < 0) to = glyphs.length
      openWording.text += textOf(glyphs.slice(0, to)) + (to === glyphs.length && space ? space.character : '')
      wordings.push({ from: 0, to, text: '' })
      if (to < glyphs.length || !isDivided) openWording = undefined
    }
    if (isDivided && !openWording) {
      const from = glyphs.findLastIndex(isApart) + 1
      openWording = { from, to: glyphs.length, text: textOf(glyphs.slice(from)) }
      wordings.push(openWording)
    }
    return wordings.length > 0 ? { ...line, wordings } : line
  })
}

const isApart = ({ kind }: FontGlyph) => kind === 'space' || kind === 'han'

const textOf = (glyphs: FontGlyph[]) =>
  glyphs
    .map(({ character }) => character)
    .filter((character) => character !== DIVISION)
    .join('')
