import type { Colour } from './colour.ts'
import type { Line } from './lines/line.ts'
import type { Element } from './structure/element.ts'

/** A line of text within its row; `x` is in points from the page's left edge. */
export interface PlacedLine {
  line: Line
  x: number
  size: number
  colour?: Colour
  /** The structure element that the line belongs to; undefined for artifacts. */
  element?: Element
}

/** One side of a row: lines from top to bottom, each made of parts (a hanging number, a label, the text). */
export interface Cell {
  lines: PlacedLine[][]
  /** The range of lines on this page, if the other lines are on another page; `to` is exclusive. */
  from?: number
  to?: number
  size: number
  leading: number
}

/** An item at a fixed place within its row; `y` is in points downwards from the row's top. */
export type Fixture =
  | { kind: 'text'; part: PlacedLine; y: number }
  | { kind: 'rule'; x: number; y: number; width: number; colour: Colour }
  | {
      kind: 'place'
      party: string
      signatory?: string
      purpose: 'sign' | 'seal' | 'place' | 'date'
      /** The structure element that the item fills. */
      element?: Element
      x: number
      y: number
      width: number
      height: number
    }

/** Cells side by side with the same top: twin clauses, a line of a table, a title. */
export interface PageRow {
  /** White space above, which is omitted at the head of a page. */
  before: number
  cells: Cell[]
  /** Padding above and below the lines of a table. */
  pad?: number
  /** Hairlines along the row's foot or head. */
  rules?: { x: number; width: number; edge: 'head' | 'foot'; colour: Colour }[]
  fixtures?: Fixture[]
  /** Height of the row, if it has fixtures. */
  height?: number
  keepWithNext?: boolean
  /**
   * Rows to repeat above this one, from top to bottom, if it is the first row on a page other than the first
   * page.
   */
  above?: PageRow[]
  /** Whether the row must not be divided, even if it is long. */
  isIndivisible?: boolean
  /** Whether the row starts a new page. */
  startsPage?: boolean
  /** The structure elements that begin here, in reading order. */
  elements?: Element[]
  clause?: string
  bookmark?: string
}

/** Number of lines in the cell's range. */
export const countOf = ({ lines, from = 0, to = lines.length }: Cell): number => to - from

export function heightOf(row: PageRow): number {
  return row.height ?? Math.max(0, ...row.cells.map((cell) => heightOfCell(row, cell, countOf(cell))))
}

/** The row height that shows `count` lines of one of its cells. */
export function heightOfCell(row: PageRow, cell: Cell, count: number): number {
  const lead = Math.max(...row.cells.map(({ leading }) => leading))
  return lead + (count - 1) * cell.leading + 2 * (row.pad ?? 0)
}

/** Distance from the row's top to its first baseline, which all its cells share. */
export function baselineOf(row: PageRow): number {
  const first = row.cells.map(({ size, leading }) => (leading - size) / 2 + 0.88 * size)
  return Math.max(0, ...first) + (row.pad ?? 0)
}
