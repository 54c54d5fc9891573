import { PDFHexString } from 'pdf-lib'
import type { FontBook, UsedFont } from './fonts/font-book.ts'
import type { Letter } from './fonts/letters.ts'
import { filled, type Ink, stroked } from './ink.ts'
import type { Line } from './lines/line.ts'
import { piecesOf } from './pieces.ts'
import { inkOf, type PlacedMark } from './place.ts'
import type { PlacedLine } from './rows.ts'
import type { Element } from './structure/element.ts'

export interface DrawnPage {
  /** The content stream, uncompressed; each of its characters is a byte. */
  content: string
  /** What each of its numbered sequences is a piece of; everything else on the page is an artifact. */
  sequences: Element[]
}

export function drawMarks(marks: PlacedMark[], book: FontBook): DrawnPage {
  const sequences: Element[] = []
  const pen: Pen = {}
  const lines: string[] = []
  let open: Element | string | undefined
  for (const { mark, wording } of marks.flatMap(piecesOf)) {
    const next = ownerOf(mark)
    if (next !== open || wording !== undefined) {
      if (open) lines.push('EMC')
      lines.push(typeof next === 'string' ? next : begun(next, sequences.push(next) - 1, wording))
      open = wording === undefined ? next : 'worded'
    }
    lines.push(mark.kind === 'rule' ? ruled(mark) : written(mark.part, mark.y, book, pen))
  }
  if (open) lines.push('EMC')
  return { content: lines.join('\n'), sequences }
}

/** The element it is a piece of, or how the artifact begins that it belongs to. */
function ownerOf(mark: PlacedMark): Element | string {
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

function ruled({ x, y, width, ink }: PlacedMark & { kind: 'rule' }): string {
  return `${stroked(ink)} 0.5 w ${points(x)} ${points(y)} m ${points(x + width)} ${points(y)} l S`
}

/** With what the letters before were written on the page, which lasts until another is asked for. */
interface Pen {
  ink?: Ink
  font?: UsedFont
  size?: number
  spacing?: string
}

function written(part: PlacedLine, y: number, book: FontBook, pen: Pen): string {
  const { size } = part
  const ink = inkOf(part)
  let text = pen.ink === ink ? 'BT' : `BT ${filled(ink)}`
  pen.ink = ink
  let left = 0
  let base = 0
  for (const run of runsOf(part.line, book)) {
    const x = part.x + run.start * size
    if (pen.font !== run.font || pen.size !== size) text += ` /${run.font.name} ${points(size)} Tf`
    pen.font = run.font
    pen.size = size
    // Each move begins where the one before has led.
    text += ` ${points(x - left)} ${points(y - base)} Td ${shown(run, book, part, pen)}`
    left = x
    base = y
  }
  return `${text} ET${ticks(part, y)}${decoration(part, y)}`
}

/** Letters of a line in one font, and where they start on it, in em. */
interface FontRun {
  font: UsedFont
  from: number
  to: number
  start: number
  /** The space behind the line, which takes no room. */
  space?: Letter
}

function runsOf({ letters, at, space }: Line, book: FontBook): FontRun[] {
  const runs: FontRun[] = []
  let run: FontRun | undefined
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index]!
    if (run?.font.face !== letter.face) {
      run = { font: book.codeOf(letter).font, from: index, to: index, start: at[index]! }
      runs.push(run)
    }
    run.to = index + 1
  }
  if (space && run) {
    const { font } = book.codeOf(space)
    const from = letters.length
    const start = at.at(-1)! + letters.at(-1)!.width
    if (run.font === font) run.space = space
    else runs.push({ font, from, to: from, start, space })
  }
  return runs
}

/** Nearer to its place than this, in em, no eye tells a letter from one that stands there. */
const EXACT = 0.002

/** Whoever reads a file on takes letters that overlap by half an em for the beginning of another line. */
const CLOSEST = -0.499

/**
 * The commonest room is set as character spacing once for the run; a kern brings back a letter that is off
 * its place.
 */
function shown({ from, to, space }: FontRun, book: FontBook, { line, size }: PlacedLine, pen: Pen): string {
  const common = commonest(line, from, to)
  const most = Math.floor((common - CLOSEST) * 1000)
  const between = spacing(common * size)
  const text = [pen.spacing === between ? '[(' : `${between} Tc [(`]
  pen.spacing = between
  let off = 0
  for (let index = from; index < to; index++) {
    if (index > from) off += common - roomBefore(line, index)
    if (Math.abs(off) >= EXACT) {
      const kern = Math.min(Math.round(off * 1000), most)
      text.push(`)${kern}(`)
      off -= kern / 1000
    }
    text.push(book.codeOf(line.letters[index]!).written)
  }
  if (space) text.push(book.codeOf(space).written)
  text.push(')] TJ')
  return text.join('')
}

/** By how much the room behind the letter before differs from that letter's natural width, in em. */
const roomBefore = ({ letters, at }: Line, index: number): number =>
  at[index]! - at[index - 1]! - letters[index - 1]!.width

/**
 * How often each room was met, in thousandths by their last sixteen bits: no two of one line are further
 * apart. All nought in between.
 */
const met = new Uint16Array(0x10000)

const slotOf = (room: number) => Math.round(room * 1000) & 0xffff

function commonest(line: Line, from: number, to: number): number {
  let found = 0
  let most = 0
  for (let index = from + 1; index < to; index++) {
    const room = roomBefore(line, index)
    const count = ++met[slotOf(room)]!
    if (count <= most) continue
    found = room
    most = count
  }
  for (let index = from + 1; index < to; index++) met[slotOf(roomBefore(line, index))] = 0
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
function ticks(part: PlacedLine, y: number): string {
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

function decoration(part: PlacedLine, y: number): string {
  const { line, x, size, element } = part
  if (!element?.decoration) return ''
  const at = points(y + HEIGHT[element.decoration] * size)
  const from = line.at[0]!
  const to = line.at.at(-1)! + line.letters.at(-1)!.width
  return ` ${stroked(inkOf(part))} 0.7 w ${points(x + from * size)} ${at} m ${points(x + to * size)} ${at} l S`
}

export const points = (length: number): string => String(Math.round(length * 1000) / 1000)
