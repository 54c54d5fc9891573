import type { Point, Step } from '#src/pdf/drawing/path.ts'
import { cellIn, lineIn } from './glyphs.ts'
import type { SealDesign } from './texts.ts'

/** In millimetres. */
const SIDE = 20
const FRAME = 1
const INSIDE = SIDE - 2 * FRAME - 2

const HAN = /^\p{Script=Han}{1,4}$/u

/** A square seal with the name of a person; Chinese runs from top to bottom and from right to left. */
export function squareSteps({ name, line }: Pick<SealDesign, 'name' | 'line'>): Step[] {
  return [...frame(), ...(HAN.test(name) ? columns(name + fillerOf(name, line)) : lines(name, line))]
}

/**
 * The characters that complete a name to four: two for a name of two characters, one for a name of three.
 */
const fillerOf = (name: string, line: string) =>
  line || ({ 2: '之印', 3: '印' } as Record<number, string>)[[...name].length] || ''

function columns(text: string): Step[] {
  const characters = [...text]
  const count = characters.length > 2 ? 2 : 1
  const rows = Math.ceil(characters.length / count)
  const width = INSIDE / count
  return characters.flatMap((character, index) => {
    const column = Math.floor(index / rows)
    const inColumn = column === count - 1 ? characters.length - rows * (count - 1) : rows
    const height = INSIDE / inColumn
    const x = INSIDE / 2 - (column + 0.5) * width
    const y = INSIDE / 2 - ((index % rows) + 0.5) * height
    return cellIn(character, { x, y, width: width * 0.88, height: height * 0.88 })
  })
}

/** A name in Latin letters, each word on its own line. */
function lines(name: string, line: string): Step[] {
  const texts = [...wordsOf(name), ...(line ? [line] : [])]
  const height = INSIDE / texts.length
  return texts.flatMap((text, index) =>
    lineIn(text, {
      x: 0,
      y: INSIDE / 2 - (index + 0.5) * height,
      width: INSIDE,
      height: Math.min(height, 6),
    }),
  )
}

const MAX_LINES = 4

function wordsOf(name: string): string[] {
  const words = name.split(/\s+/)
  return words.length > MAX_LINES
    ? [...words.slice(0, MAX_LINES - 1), words.slice(MAX_LINES - 1).join(' ')]
    : words
}

function frame(): Step[] {
  const outer = SIDE / 2
  return [...rectangle(outer, 1), ...rectangle(outer - FRAME, -1)]
}

function rectangle(half: number, turn: 1 | -1): Step[] {
  const corners: Point[] = [
    [half * turn, half],
    [half * turn, -half],
    [-half * turn, -half],
    [-half * turn, half],
  ]
  return [
    ...corners.map((corner, index): Step => ({ command: index === 0 ? 'move' : 'line', points: [corner] })),
    { command: 'close', points: [] },
  ]
}
