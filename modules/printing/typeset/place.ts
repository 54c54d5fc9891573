import { BLACK, type Ink } from './ink.ts'
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
import type { Sheet } from './styles.ts'

/** A mark on a page at its final place: points from the page's lower left corner. */
export type PlacedMark = { furniture?: 'Header' | 'Footer' } & (
  | { kind: 'text'; part: PlacedLine; y: number }
  | { kind: 'rule'; x: number; y: number; width: number; ink: Ink }
)

export interface Area {
  party: string
  signatory?: string
  of: 'sign' | 'seal' | 'place' | 'date'
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

/** Fewest lines of a clause that may stand at a page's foot or head. */
const FEWEST = 2

/** Puts rows on pages, so that no page ends on a heading and no clause leaves a single line behind. */
export function place(rows: PageRow[], sheet: Sheet): Page[] {
  const pages: Page[] = [emptyPage()]
  const room = sheet.height - sheet.top - sheet.bottom
  let used = 0
  let fresh = true
  let next = 0
  const set = (row: PageRow, repeated = false) => {
    const before = used === 0 ? 0 : row.before
    put(pages.at(-1)!, row, sheet.height - sheet.top - used - before, repeated)
    used += before + heightOf(row)
  }
  const turn = (row?: PageRow) => {
    pages.push(emptyPage())
    used = 0
    fresh = true
    for (const above of row?.above ?? []) set(above, true)
  }
  for (let row = rows[next++]; row; ) {
    if (row.newPage && !fresh) turn(row)
    const left = room - used - (used === 0 ? 0 : row.before)
    const [now, later] = portion(row, left, tailOf(row, rows, next, room), fresh)
    if (now) set(now)
    fresh = false
    row = later ?? rows[next++]
    if (!later && now) continue
    turn(row)
  }
  return pages
}

const emptyPage = (): Page => ({ marks: [], areas: [], clauses: [], bookmarks: [] })

/**
 * The height that must fit below a row that is kept with the next ones: the least that can be shown of them,
 * or of the next one alone where no page holds them all.
 */
function tailOf(row: PageRow, rows: PageRow[], next: number, room: number): number {
  let height = 0
  let first = 0
  let at = row
  for (let index = next; at.keepWithNext && index < rows.length; index++) {
    at = rows[index]!
    height += at.before + leastOf(at)
    first ||= height
    if (height > room) return first
    if (divisible(at)) break
  }
  return height
}

/** The height of the least that may stand of a row at a page's foot. */
function leastOf(row: PageRow): number {
  if (!divisible(row)) return heightOf(row)
  const heights = row.cells.map((cell) => {
    const count = countOf(cell)
    return heightOfCell(row, cell, count < 2 * FEWEST ? count : FEWEST)
  })
  return Math.max(...heights)
}

/** How much of a row goes on this page, and what is left for the next. */
function portion(
  row: PageRow,
  left: number,
  tail: number,
  fresh: boolean,
): [PageRow | undefined, PageRow | undefined] {
  const height = heightOf(row)
  if (height + tail <= left) return [row, undefined]
  if (divisible(row)) {
    const divided = divide(row, left, height <= left)
    if (divided) return divided
  }
  // On an empty page there is nothing to gain by moving on.
  return fresh ? [row, undefined] : [undefined, row]
}

const divisible = (row: PageRow) =>
  !row.whole && row.height === undefined && row.cells.some((cell) => countOf(cell) >= 2 * FEWEST)

/** Cuts each cell where the page ends; `always` leaves lines for the next page even if all would fit. */
function divide(row: PageRow, left: number, always: boolean): [PageRow, PageRow] | undefined {
  const cuts = row.cells.map((cell) => {
    const count = countOf(cell)
    const fits = fitting(row, cell, left)
    if (fits >= count && !(always && count >= 2 * FEWEST)) return count
    const cut = Math.min(fits, count - FEWEST)
    return cut >= FEWEST ? cut : 0
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

/** How many of a cell's lines stand within this height. */
function fitting(row: PageRow, cell: Cell, height: number): number {
  let count = 0
  while (count < countOf(cell) && heightOfCell(row, cell, count + 1) <= height) count++
  return count
}

function put(page: Page, row: PageRow, top: number, repeated: boolean): void {
  const baseline = top - baselineOf(row)
  const height = heightOf(row)
  for (const cell of row.cells) {
    const marks = written(cell, baseline)
    page.marks.push(...(repeated ? marks.map(asFurniture) : marks))
  }
  for (const { edge, ...rule } of row.rules ?? []) {
    page.marks.push({ kind: 'rule', ...rule, y: edge === 'head' ? top : top - height })
  }
  for (const fixture of row.fixtures ?? []) fix(page, fixture, top)
  if (row.clause) page.clauses.push({ id: row.clause, top })
  if (row.bookmark) page.bookmarks.push({ title: row.bookmark, top })
}

/** What stands to the left comes first, all its lines: a label is read before the value beside it. */
function written({ lines, from, to, leading }: Cell, baseline: number): (PlacedMark & { kind: 'text' })[] {
  const marks = lines
    .slice(from, to)
    .flatMap((parts, index) =>
      parts.map((part) => ({ kind: 'text' as const, part, y: baseline - index * leading })),
    )
  // Centred lines begin where they may.
  if (lines.every((parts) => parts.length === 1)) return marks
  return marks.sort((one, other) => one.part.x - other.part.x)
}

/** What is only said again on another page is nothing more of the document. */
const asFurniture = (mark: PlacedMark & { kind: 'text' }): PlacedMark => ({
  ...mark,
  part: { ...mark.part, element: undefined },
})

function fix(page: Page, fixture: Fixture, top: number): void {
  const y = top - fixture.y
  if (fixture.kind === 'place') {
    const { kind: _, ...area } = fixture
    page.areas.push({ ...area, y: y - fixture.height })
  } else page.marks.push({ ...fixture, y })
}

export const inkOf = (part: PlacedLine): Ink => part.ink ?? BLACK
