import { DIVISION } from '../fonts/characters.ts'
import type { Letter } from '../fonts/letters.ts'
import type { Line, Wording } from './line.ts'

/**
 * Tells divided words whole, with the marks around them, so that they are found, copied and read aloud as
 * one.
 */
export function tellWhole(lines: Line[]): Line[] {
  let open: Wording | undefined
  return lines.map((line) => {
    const { letters, space } = line
    const divided = letters.at(-1)?.character === DIVISION
    const wordings: Wording[] = []
    let to = 0
    if (open) {
      to = letters.findIndex(isApart)
      if (to < 0) to = letters.length
      open.text += textOf(letters.slice(0, to)) + (to === letters.length && space ? space.character : '')
      wordings.push({ from: 0, to, text: '' })
      if (to < letters.length || !divided) open = undefined
    }
    if (divided && !open) {
      const from = letters.findLastIndex(isApart) + 1
      open = { from, to: letters.length, text: textOf(letters.slice(from)) }
      wordings.push(open)
    }
    return wordings.length > 0 ? { ...line, wordings } : line
  })
}

const isApart = ({ kind }: Letter) => kind === 'space' || kind === 'han'

const textOf = (letters: Letter[]) =>
  letters
    .map(({ character }) => character)
    .filter((character) => character !== DIVISION)
    .join('')
