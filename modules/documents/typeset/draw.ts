import type { FontBook, UsedFont } from './font-book.ts'
import type { Ink } from './ink.ts'
import { inkOf, type Mark } from './place.ts'
import type { Part } from './rows.ts'

/** The content stream of a page, uncompressed. */
export function drawMarks(marks: Mark[], book: FontBook): string {
  return marks
    .map((mark) => (mark.kind === 'rule' ? ruled(mark) : written(mark.part, mark.y, book)))
    .join('\n')
}

function ruled({ x, y, width, ink }: Mark & { kind: 'rule' }): string {
  return `${colour(ink)} RG 0.5 w ${points(x)} ${points(y)} m ${points(x + width)} ${points(y)} l S`
}

function written(part: Part, y: number, book: FontBook): string {
  const runs = runsOf(part, book).map(
    ({ font, codes, at }) =>
      `/${font.name} ${points(part.size)} Tf 1 0 0 1 ${points(part.x + at * part.size)} ${points(y)} Tm [<${codes}>] TJ`,
  )
  return runs.length === 0 ? '' : `BT ${colour(inkOf(part))} rg ${runs.join(' ')} ET${ticks(part, y)}`
}

interface FontRun {
  font: UsedFont
  codes: string
  at: number
}

/** Stretches of one font, their codes with the kerns that bring each letter to its place. */
function runsOf({ line }: Part, book: FontBook): FontRun[] {
  const runs: FontRun[] = []
  let pen = 0
  line.letters.forEach((letter, index) => {
    const { font, hex } = book.codeOf(letter)
    const at = line.at[index]!
    const run = runs.at(-1)
    const kern = Math.round((pen - at) * 1000)
    if (run?.font === font) {
      run.codes += kern === 0 ? hex : `>${kern}<${hex}`
      pen -= kern / 1000
    } else {
      runs.push({ font, codes: hex, at })
      pen = at
    }
    pen += letter.width
  })
  return runs
}

const STROKES: Record<string, [number, number][]> = {
  '☑': [
    [0.24, 0.4],
    [0.44, 0.16],
    [0.8, 0.66],
  ],
  '☒': [
    [0.24, 0.12],
    [0.76, 0.64],
    [0.5, 0.38],
    [0.24, 0.64],
    [0.76, 0.12],
  ],
}

/** The fonts have □ but no ☑ or ☒: the stroke within the box is drawn. */
function ticks(part: Part, y: number): string {
  const { line, x, size } = part
  if (!line.letters.some(({ character }) => character in STROKES)) return ''
  return line.letters
    .map(({ character }, index) => {
      const left = x + line.at[index]! * size
      const along = STROKES[character]?.map(
        ([right, up]) => `${points(left + right * size)} ${points(y + up * size)}`,
      )
      return along ? ` ${colour(inkOf(part))} RG 0.9 w ${along[0]} m ${along.slice(1).join(' l ')} l S` : ''
    })
    .join('')
}

export const points = (length: number): string => String(Math.round(length * 1000) / 1000)

export const colour = (ink: Ink): string => ink.join(' ')
