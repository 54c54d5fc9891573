import { PDFHexString } from 'pdf-lib'
import type { FontBook, UsedFont } from './fonts/font-book.ts'
import { filled, stroked } from './ink.ts'
import { piecesOf } from './pieces.ts'
import { inkOf, type Mark } from './place.ts'
import type { Part } from './rows.ts'
import type { Element } from './structure/element.ts'

export interface DrawnPage {
  /** The content stream, uncompressed; each of its characters is a byte. */
  content: string
  /** What each of its numbered sequences is a piece of; everything else on the page is an artifact. */
  sequences: Element[]
}

export function drawMarks(marks: Mark[], book: FontBook): DrawnPage {
  const sequences: Element[] = []
  const lines: string[] = []
  let open: Element | string | undefined
  for (const { mark, wording } of marks.flatMap(piecesOf)) {
    const next = ownerOf(mark)
    if (next !== open || wording !== undefined) {
      if (open) lines.push('EMC')
      lines.push(typeof next === 'string' ? next : begun(next, sequences.push(next) - 1, wording))
      open = wording === undefined ? next : 'worded'
    }
    lines.push(mark.kind === 'rule' ? ruled(mark) : written(mark.part, mark.y, book))
  }
  if (open) lines.push('EMC')
  return { content: lines.join('\n'), sequences }
}

/** The element it is a piece of, or how the artifact begins that it belongs to. */
function ownerOf(mark: Mark): Element | string {
  if (mark.kind === 'text' && mark.part.element) return mark.part.element
  return mark.furniture ? artifact(mark.furniture) : '/Artifact BMC'
}

function begun({ role }: Element, id: number, wording: string | undefined): string {
  if (wording === undefined) return `/${role} <</MCID ${id}>> BDC`
  // By this name alone readers look for a wording.
  return `/Span <</MCID ${id} /ActualText ${textString(wording)}>> BDC`
}

/** Plain where it can be, which takes a quarter of the room. */
const textString = (text: string) =>
  /^[ -~]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : PDFHexString.fromText(text).toString()

/** The beginning of what comes back on every page. */
export const artifact = (kind: 'Header' | 'Footer' | 'Watermark'): string =>
  `/Artifact <</Type /Pagination /Subtype /${kind}>> BDC`

function ruled({ x, y, width, ink }: Mark & { kind: 'rule' }): string {
  return `${stroked(ink)} 0.5 w ${points(x)} ${points(y)} m ${points(x + width)} ${points(y)} l S`
}

function written(part: Part, y: number, book: FontBook): string {
  const runs = runsOf(part, book).map(
    (run) =>
      `/${run.font.name} ${points(part.size)} Tf 1 0 0 1 ${points(part.x + run.at * part.size)} ${points(y)} Tm ${shown(run, part.size)}`,
  )
  return `BT ${filled(inkOf(part))} ${runs.join(' ')} ET${ticks(part, y)}${decoration(part, y)}`
}

interface FontRun {
  font: UsedFont
  /** Where the run begins on its line, in em. */
  at: number
  codes: string[]
  /** By how much the room behind each code differs from its natural width, in em. */
  rooms: number[]
  /** The code of the space behind the line, which takes no room. */
  space?: string
}

/** Stretches of one font, with the room behind each letter that brings the next to its place. */
function runsOf({ line: { letters, at, space } }: Part, book: FontBook): FontRun[] {
  const runs: FontRun[] = []
  let run: FontRun | undefined
  let pen = 0
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index]!
    const { font, written } = book.codeOf(letter)
    if (run?.font === font) {
      run.rooms.push(at[index]! - pen)
      run.codes.push(written)
    } else {
      run = { font, at: at[index]!, codes: [written], rooms: [] }
      runs.push(run)
    }
    pen = at[index]! + letter.width
  }
  if (space && run) {
    const { font, written } = book.codeOf(space)
    if (run.font === font) run.space = written
    else runs.push({ font, at: pen, codes: [written], rooms: [] })
  }
  return runs
}

/** Nearer to its place than this, in em, no eye tells a letter from one that stands there. */
const EXACT = 0.002

/** Whoever reads a file on takes letters that overlap by half an em for the beginning of another line. */
const CLOSEST = -0.499

/** The commonest room is set as character spacing once for the run; a kern brings back a letter that is off its place. */
function shown({ codes, rooms, space = '' }: FontRun, size: number): string {
  const common = commonest(rooms)
  let text = `${spacing(common * size)} Tc [(${codes[0]}`
  const most = Math.floor((common - CLOSEST) * 1000)
  let off = 0
  for (let index = 0; index < rooms.length; index++) {
    off += common - rooms[index]!
    if (Math.abs(off) < EXACT) text += codes[index + 1]
    else {
      const kern = Math.min(Math.round(off * 1000), most)
      text += `)${kern}(${codes[index + 1]}`
      off -= kern / 1000
    }
  }
  return `${text}${space})] TJ`
}

/** How often each room was met, in thousandths by their last sixteen bits: no two of one line are further apart. All nought in between. */
const met = new Uint16Array(0x10000)

const slotOf = (room: number) => Math.round(room * 1000) & 0xffff

function commonest(rooms: number[]): number {
  let [found, most] = [0, 0]
  for (const room of rooms) {
    const count = ++met[slotOf(room)]!
    if (count > most) [found, most] = [room, count]
  }
  for (const room of rooms) met[slotOf(room)] = 0
  return found
}

/** Points, exact enough for the error not to add up along a line. */
const spacing = (length: number): string => String(Math.round(length * 100_000) / 100_000)

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
      return along ? ` ${stroked(inkOf(part))} 0.9 w ${along[0]} m ${along.slice(1).join(' l ')} l S` : ''
    })
    .join('')
}

/** Above the baseline, in em: under the letters, or through Chinese and Latin ones alike. */
const HEIGHT = { Underline: -0.14, LineThrough: 0.3 }

function decoration(part: Part, y: number): string {
  const { line, x, size, element } = part
  if (!element?.decoration) return ''
  const at = points(y + HEIGHT[element.decoration] * size)
  const [from, to] = [line.at[0]!, line.at.at(-1)! + line.letters.at(-1)!.width]
  return ` ${stroked(inkOf(part))} 0.7 w ${points(x + from * size)} ${at} m ${points(x + to * size)} ${at} l S`
}

export const points = (length: number): string => String(Math.round(length * 1000) / 1000)
