import { PDFHexString } from 'pdf-lib'
import { BLACK, type Colour, fillOperator, strokeOperator } from './colour.ts'
import type { FontBook, UsedFont } from './fonts/font-book.ts'
import type { FontGlyph } from './fonts/font-glyphs.ts'
import type { Line } from './lines/line.ts'
import { LOGO } from './picture/logo.ts'
import { piecesOf } from './pieces.ts'
import { colourOf, type PlacedMark, type Squares } from './place.ts'
import type { PlacedLine } from './rows.ts'
import type { Element } from './structure/element.ts'

export interface DrawnPage {
  /** The uncompressed content stream; each character stands for one byte. */
  content: string
  /** The structure element of each marked-content sequence; all other content is an artifact. */
  sequences: Element[]
}

export function drawMarks(marks: PlacedMark[], book: FontBook): DrawnPage {
  const sequences: Element[] = []
  const state: GraphicsState = {}
  const lines: string[] = []
  let openOwner: Element | string | undefined
  for (const { mark, wording } of marks.flatMap(piecesOf)) {
    const owner = ownerOf(mark)
    if (owner !== openOwner || wording !== undefined) {
      if (openOwner) lines.push('EMC')
      lines.push(
        typeof owner === 'string' ? owner : openingOperator(owner, sequences.push(owner) - 1, wording),
      )
      openOwner = wording === undefined ? owner : 'worded'
    }
    if (mark.kind === 'text') lines.push(textOperators(mark.part, mark.y, book, state))
    else lines.push(operatorsOf(mark))
  }
  if (openOwner) lines.push('EMC')
  return { content: lines.join('\n'), sequences }
}

function operatorsOf(mark: Exclude<PlacedMark, { kind: 'text' }>): string {
  if (mark.kind === 'rule') return ruleOperators(mark)
  if (mark.kind === 'squares') return squareOperators(mark)
  const { x, y, width, height } = mark
  return `q ${points(width)} 0 0 ${points(height)} ${points(x)} ${points(y)} cm /${LOGO} Do Q`
}

/** The structure element that a mark belongs to; for an artifact, the operator that begins it. */
function ownerOf(mark: PlacedMark): Element | string {
  if (mark.kind === 'text' && mark.part.element) return mark.part.element
  return mark.artifact ? artifact(mark.artifact) : '/Artifact BMC'
}

function openingOperator({ role }: Element, id: number, wording: string | undefined): string {
  if (wording === undefined) return `/${role} <</MCID ${id}>> BDC`
  // PDF readers look for the replacement text only under this name.
  return `/Span <</MCID ${id} /ActualText ${textString(wording)}>> BDC`
}

/** A literal string if possible, because it takes a quarter of the space. */
const textString = (text: string) =>
  /^[ -~]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : PDFHexString.fromText(text).toString()

/** The operator that begins a repeated page element. */
export const artifact = (kind: 'Header' | 'Footer' | 'Watermark'): string =>
  `/Artifact <</Type /Pagination /Subtype /${kind}>> BDC`

function ruleOperators({ x, y, width, colour }: PlacedMark & { kind: 'rule' }): string {
  return `${strokeOperator(colour)} 0.5 w ${points(x)} ${points(y)} m ${points(x + width)} ${points(y)} l S`
}

/** One rectangle per run of dark squares in a row, so that no hairline shows between the squares. */
function squareOperators({ rows, x, y, side }: Squares): string {
  const module = side / rows.length
  const runs = rows.flatMap((row, index) =>
    darkRuns(row).map(([from, to]) => {
      const [left, base] = [x + from * module, y + side - (index + 1) * module]
      return `${points(left)} ${points(base)} ${points((to - from) * module)} ${points(module)} re`
    }),
  )
  return `q ${fillOperator(BLACK)} ${runs.join(' ')} f Q`
}

/** The ranges of dark squares in a row; the end is exclusive. */
function darkRuns(row: boolean[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [index, dark] of row.entries()) {
    const lastRun = runs.at(-1)
    if (dark && lastRun?.[1] === index) lastRun[1] = index + 1
    else if (dark) runs.push([index, index + 1])
  }
  return runs
}

/** The graphics state after the previous text; each value stays in effect until it is changed. */
interface GraphicsState {
  colour?: Colour
  font?: UsedFont
  size?: number
  spacing?: string
}

function textOperators(part: PlacedLine, y: number, book: FontBook, state: GraphicsState): string {
  const { size } = part
  const colour = colourOf(part)
  let text = state.colour === colour ? 'BT' : `BT ${fillOperator(colour)}`
  state.colour = colour
  let left = 0
  let base = 0
  for (const run of runsOf(part.line, book)) {
    const x = part.x + run.start * size
    if (state.font !== run.font || state.size !== size) text += ` /${run.font.name} ${points(size)} Tf`
    state.font = run.font
    state.size = size
    // Td moves relative to the previous position.
    text += ` ${points(x - left)} ${points(y - base)} Td ${showOperator(run, book, part, state)}`
    left = x
    base = y
  }
  return `${text} ET${ticks(part, y)}${decoration(part, y)}`
}

/** Glyphs of a line in one font, and their start in em from the line's start. */
interface FontRun {
  font: UsedFont
  from: number
  to: number
  start: number
  /** The invisible space after the line; it has no width. */
  space?: FontGlyph
}

function runsOf({ glyphs, positions, space }: Line, book: FontBook): FontRun[] {
  const runs: FontRun[] = []
  let run: FontRun | undefined
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index]!
    if (run?.font.face !== glyph.face) {
      run = { font: book.codeOf(glyph).font, from: index, to: index, start: positions[index]! }
      runs.push(run)
    }
    run.to = index + 1
  }
  if (space && run) {
    const { font } = book.codeOf(space)
    const from = glyphs.length
    const start = positions.at(-1)! + glyphs.at(-1)!.width
    if (run.font === font) run.space = space
    else runs.push({ font, from, to: from, start, space })
  }
  return runs
}

/** Tolerance in em: smaller deviations are invisible. */
const MAX_DEVIATION = 0.002

/** In em. Text extraction treats glyphs that overlap by half an em as a new line. */
const MIN_OVERLAP_GAP = -0.499

/**
 * Uses the most common gap as character spacing for the whole run, and corrects the other glyph positions by
 * kerning.
 */
function showOperator(
  { from, to, space }: FontRun,
  book: FontBook,
  { line, size }: PlacedLine,
  state: GraphicsState,
): string {
  const commonGap = commonestGap(line, from, to)
  const max = Math.floor((commonGap - MIN_OVERLAP_GAP) * 1000)
  const letterSpacing = spacing(commonGap * size)
  const text = [state.spacing === letterSpacing ? '[(' : `${letterSpacing} Tc [(`]
  state.spacing = letterSpacing
  let deviation = 0
  for (let index = from; index < to; index++) {
    if (index > from) deviation += commonGap - gapBefore(line, index)
    if (Math.abs(deviation) >= MAX_DEVIATION) {
      const kern = Math.min(Math.round(deviation * 1000), max)
      text.push(`)${kern}(`)
      deviation -= kern / 1000
    }
    text.push(book.codeOf(line.glyphs[index]!).literal)
  }
  if (space) text.push(book.codeOf(space).literal)
  text.push(')] TJ')
  return text.join('')
}

/** The gap before a glyph, in em, in addition to the natural width of the previous glyph. */
const gapBefore = ({ glyphs, positions }: Line, index: number): number =>
  positions[index]! - positions[index - 1]! - glyphs[index - 1]!.width

/**
 * A histogram of gaps, indexed by the lowest sixteen bits of the gap in thousandths of an em; the gaps of
 * one line never differ by more. All entries are zero between calls.
 */
const gapCounts = new Uint16Array(0x10000)

const slotOf = (gap: number) => Math.round(gap * 1000) & 0xffff

function commonestGap(line: Line, from: number, to: number): number {
  let commonest = 0
  let max = 0
  for (let index = from + 1; index < to; index++) {
    const gap = gapBefore(line, index)
    const count = ++gapCounts[slotOf(gap)]!
    if (count <= max) continue
    commonest = gap
    max = count
  }
  for (let index = from + 1; index < to; index++) gapCounts[slotOf(gapBefore(line, index))] = 0
  return commonest
}

/** A length in points, precise enough that rounding errors do not add up along a line. */
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

/** The fonts contain □ but neither ☑ nor ☒, so the tick inside the box is drawn. */
function ticks(part: PlacedLine, y: number): string {
  const { line, x, size } = part
  if (!line.glyphs.some(({ character }) => character in STROKES)) return ''
  return line.glyphs
    .map(({ character }, index) => {
      const left = x + line.positions[index]! * size
      const strokePoints = STROKES[character]?.map(
        ([right, up]) => `${points(left + right * size)} ${points(y + up * size)}`,
      )
      return strokePoints
        ? ` ${strokeOperator(colourOf(part))} 0.9 w ${strokePoints[0]} m ${strokePoints.slice(1).join(' l ')} l S`
        : ''
    })
    .join('')
}

/**
 * In em above the baseline: Underline below the glyphs, LineThrough through both Chinese and Latin glyphs.
 */
const HEIGHT = { Underline: -0.14, LineThrough: 0.3 }

function decoration(part: PlacedLine, y: number): string {
  const { line, x, size, element } = part
  if (!element?.decoration) return ''
  const decorationY = points(y + HEIGHT[element.decoration] * size)
  const start = line.positions[0]!
  const end = line.positions.at(-1)! + line.glyphs.at(-1)!.width
  return ` ${strokeOperator(colourOf(part))} 0.7 w ${points(x + start * size)} ${decorationY} m ${points(x + end * size)} ${decorationY} l S`
}

export const points = (length: number): string => String(Math.round(length * 1000) / 1000)
