import type { Ink } from './ink.ts'
import type { Line } from './lines/line.ts'
import type { Element } from './structure/element.ts'

/** A line of type at a place on its row: `x` from the page's left edge, in points. */
export interface PlacedLine {
  line: Line
  x: number
  size: number
  ink?: Ink
  /** What it is a piece of; furniture of the page is of nothing. */
  element?: Element
}

/** One side of a row: lines one below the other, each made of parts (a hanging number, a label, the text). */
export interface Cell {
  lines: PlacedLine[][]
  /** Which of the lines stand here, when others stand on another page: `to` is the first that does not. */
  from?: number
  to?: number
  size: number
  leading: number
}

/** Drawn at a fixed place within its row; `y` is downwards from the row's top, in points. */
export type Fixture =
  | { kind: 'text'; part: PlacedLine; y: number }
  | { kind: 'rule'; x: number; y: number; width: number; ink: Ink }
  | {
      kind: 'place'
      party: string
      signatory?: string
      of: 'sign' | 'seal' | 'place' | 'date'
      x: number
      y: number
      width: number
      height: number
    }

/** What stands side by side and starts at the same height: twin clauses, a line of a table, a title. */
export interface PageRow {
  /** White space above, dropped at a page's head. */
  before: number
  cells: Cell[]
  /** Padding above and below the lines, for lines of tables. */
  pad?: number
  /** Hairlines along the row's foot (or its head). */
  rules?: { x: number; width: number; edge: 'head' | 'foot'; ink: Ink }[]
  fixtures?: Fixture[]
  /** The row's height where fixtures make it. */
  height?: number
  keepWithNext?: boolean
  /** What is set above it, from top to bottom, when it is the first on a page but the document's first. */
  above?: PageRow[]
  /** A row that must not be divided, whatever its length. */
  whole?: boolean
  /** It is the first on a page of its own. */
  newPage?: boolean
  /** What of the document begins here, in reading order. */
  elements?: Element[]
  clause?: string
  bookmark?: string
}

/** How many lines of a cell stand here. */
export const countOf = ({ lines, from = 0, to = lines.length }: Cell): number => to - from

export function heightOf(row: PageRow): number {
  return row.height ?? Math.max(0, ...row.cells.map((cell) => heightOfCell(row, cell, countOf(cell))))
}

/** The height a row needs to show `count` lines of one of its cells. */
export function heightOfCell(row: PageRow, cell: Cell, count: number): number {
  const lead = Math.max(...row.cells.map(({ leading }) => leading))
  return lead + (count - 1) * cell.leading + 2 * (row.pad ?? 0)
}

/** From the row's top to its first baseline, the same for all its cells: twins stand on one line. */
export function baselineOf(row: PageRow): number {
  const first = row.cells.map(({ size, leading }) => (leading - size) / 2 + 0.88 * size)
  return Math.max(0, ...first) + (row.pad ?? 0)
}
