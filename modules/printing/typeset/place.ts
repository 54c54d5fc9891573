import { BLACK, type Colour } from './colour.ts'
import {
  baselineOf,
  type Cell,
  countOf,
  type Fixture,
  heightOf,
  heightOfCell,
  type PageRow,
  type PlacedLine,
} from './rows.ts'
import type { Element } from './structure/element.ts'
import type { Sheet } from './styles.ts'

/** A mark at its final position on a page, in points from the lower left corner. */
export type PlacedMark = { artifact?: 'Header' | 'Footer' } & (
  | { kind: 'text'; part: PlacedLine; y: number }
  | { kind: 'rule'; x: number; y: number; width: number; colour: Colour }
  | Squares
  | { kind: 'logo'; x: number; y: number; width: number; height: number }
)

/** Black squares of a QR code, rows from the top; `x` and `y` are its lower left corner. */
export interface Squares {
  kind: 'squares'
  rows: boolean[][]
  x: number
  y: number
  side: number
}

export interface Area {
  party: string
  signatory?: string
  purpose: 'sign' | 'seal' | 'place' | 'date'
  element?: Element
  x: number
  y: number
  width: number
  height: number
}

export interface Page {
  marks: PlacedMark[]
  areas: Area[]
  clauses: { id: string; top: number }[]
  bookmarks: { title: string; top: number }[]
}

/** Minimum number of lines of a clause at the foot or head of a page. */
const MIN_LINES = 2

/**
 * Distributes rows over pages, so that no page ends with a heading and no clause leaves a single line on a
 * page.
 */
export function place(rows: PageRow[], sheet: Sheet): Page[] {
  const pages: Page[] = [emptyPage()]
  const room = sheet.height - sheet.top - sheet.bottom
  let used = 0
  let isEmptyPage = true
  let next = 0
  const set = (row: PageRow, repeated = false) => {
    const before = used === 0 ? 0 : row.before
    placeRow(pages.at(-1)!, row, sheet.height - sheet.top - used - before, repeated)
    used += before + heightOf(row)
  }
  const turn = (row?: PageRow) => {
    pages.push(emptyPage())
    used = 0
    isEmptyPage = true
    for (const above of row?.above ?? []) set(above, true)
  }
  for (let row = rows[next++]; row; ) {
    if (row.startsPage && !isEmptyPage) turn(row)
    const remaining = room - used - (used === 0 ? 0 : row.before)
    const [now, later] = splitAtPageEnd(row, remaining, heightKeptWith(row, rows, next, room), isEmptyPage)
    if (now) set(now)
    isEmptyPage = false
    row = later ?? rows[next++]
    if (!later && now) continue
    turn(row)
  }
  return pages
}

const emptyPage = (): Page => ({ marks: [], areas: [], clauses: [], bookmarks: [] })

/**
 * The height that must fit below a row that is kept with the next rows: their minimum height. If no page has
 * room for all of them, only that of the next row; if no page has room even for that, 0.
 */
function heightKeptWith(row: PageRow, rows: PageRow[], next: number, room: number): number {
  const ownHeight = minHeightOf(row)
  let height = 0
  let first = 0
  let current = row
  for (let index = next; current.keepWithNext && index < rows.length; index++) {
    current = rows[index]!
    height += current.before + minHeightOf(current)
    first ||= height
    if (ownHeight + height > room) return ownHeight + first > room ? 0 : first
    if (isDivisible(current)) break
  }
  return height
}

/** The minimum height of a row at the foot of a page. */
function minHeightOf(row: PageRow): number {
  if (!isDivisible(row)) return heightOf(row)
  const heights = row.cells.map((cell) => {
    const count = countOf(cell)
    return heightOfCell(row, cell, count < 2 * MIN_LINES ? count : MIN_LINES)
  })
  return Math.max(...heights)
}

/** Splits a row into the part that fits on this page and the rest. */
function splitAtPageEnd(
  row: PageRow,
  remaining: number,
  tail: number,
  isEmptyPage: boolean,
): [PageRow | undefined, PageRow | undefined] {
  const height = heightOf(row)
  if (height + tail <= remaining) return [row, undefined]
  if (isDivisible(row)) {
    const divided = divide(row, remaining, height <= remaining)
    if (divided) return divided
  }
  // On an empty page, moving the row to the next page would not help.
  return isEmptyPage ? [row, undefined] : [undefined, row]
}

const isDivisible = (row: PageRow) =>
  !row.isIndivisible && row.height === undefined && row.cells.some((cell) => countOf(cell) >= 2 * MIN_LINES)

/**
 * Splits each cell at the page's end; with `always`, lines remain for the next page even if all would fit.
 */
function divide(row: PageRow, remaining: number, leavesLines: boolean): [PageRow, PageRow] | undefined {
  const cuts = row.cells.map((cell) => {
    const count = countOf(cell)
    const fits = linesWithin(row, cell, remaining)
    if (fits >= count && !(leavesLines && count >= 2 * MIN_LINES)) return count
    const cut = Math.min(fits, count - MIN_LINES)
    return cut >= MIN_LINES ? cut : 0
  })
  if (cuts.some((cut, index) => cut === 0 && countOf(row.cells[index]!) > 0)) return undefined
  const ends = row.cells.map(({ from = 0 }, index) => from + cuts[index]!)
  const head = row.cells.map((cell, index) => ({ ...cell, to: ends[index]! }))
  const rest = row.cells.map((cell, index) => ({ ...cell, from: ends[index]! }))
  if (rest.every((cell) => countOf(cell) === 0)) return undefined
  const { clause: _, bookmark: __, ...later } = row
  return [
    { ...row, keepWithNext: false, cells: head },
    { ...later, before: 0, cells: rest },
  ]
}

/** How many of a cell's lines fit in this height. */
function linesWithin(row: PageRow, cell: Cell, height: number): number {
  let count = 0
  while (count < countOf(cell) && heightOfCell(row, cell, count + 1) <= height) count++
  return count
}

function placeRow(page: Page, row: PageRow, top: number, repeated: boolean): void {
  const baseline = top - baselineOf(row)
  const height = heightOf(row)
  for (const cell of row.cells) {
    const marks = marksOf(cell, baseline)
    page.marks.push(...(repeated ? marks.map(asArtifact) : marks))
  }
  for (const { edge, ...rule } of row.rules ?? []) {
    page.marks.push({ kind: 'rule', ...rule, y: edge === 'head' ? top : top - height })
  }
  for (const fixture of row.fixtures ?? []) placeFixture(page, fixture, top)
  if (row.clause) page.clauses.push({ id: row.clause, top })
  if (row.bookmark) page.bookmarks.push({ title: row.bookmark, top })
}

/**
 * In reading order the left part comes first with all its lines, because a label is read before its value.
 */
function marksOf({ lines, from, to, leading }: Cell, baseline: number): (PlacedMark & { kind: 'text' })[] {
  const shown = lines.slice(from, to)
  const marks = shown.flatMap((parts, index) =>
    parts.map((part) => ({ kind: 'text' as const, part, y: baseline - index * leading })),
  )
  // Lines of one part, which may be centred, stay in their order.
  if (shown.every((parts) => parts.length === 1)) return marks
  return marks.sort((one, other) => one.part.x - other.part.x)
}

/** Marks a repeated text as an artifact: it is not part of the document's content. */
const asArtifact = (mark: PlacedMark & { kind: 'text' }): PlacedMark => ({
  ...mark,
  part: { ...mark.part, element: undefined },
})

function placeFixture(page: Page, fixture: Fixture, top: number): void {
  const y = top - fixture.y
  if (fixture.kind === 'place') {
    const { kind: _, ...area } = fixture
    page.areas.push({ ...area, y: y - fixture.height })
  } else page.marks.push({ ...fixture, y })
}

export const colourOf = (part: PlacedLine): Colour => part.colour ?? BLACK
