import type { Side } from '../answers.ts'
import { runsText } from '../plain.ts'
import type { TableNode, TableRowNode } from '../tree.ts'

/**
 * The width of a text in em: one for a Han character, about half for a Latin one, a quarter between the two.
 */
function widthOf(text: string): number {
  let width = 0
  let wasHan: boolean | undefined
  for (const character of text) {
    const isHan = character.codePointAt(0)! >= 0x2e80
    if (wasHan !== undefined && isHan !== wasHan) width += 0.25
    width += isHan ? 1 : /[A-Z_%&@]/.test(character) ? 0.72 : 0.54
    wasHan = isHan
  }
  return width
}

/** In em. Shorter texts, such as dates, are printed on one line. */
const MAX_SHORT_WIDTH = 9.5

const longestWord = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u2e80-\u{2ffff}]+/u).map(widthOf), Math.min(widthOf(text), 4))

/** In em. Longer texts are printed on several lines. */
const MAX_LINE_WIDTH = 24

/** The head is printed in bold, which is wider. */
const BOLD_FACTOR = 1.06

/**
 * Computes the column widths of a table from its content. `room` is the table's width in em, `gap` the space
 * between two columns. Figures and short texts stay on one line if possible; if space is short, only single
 * words do.
 */
export function columnWidths(
  table: TableNode,
  sides: Side[],
  { room, gap }: { room: number; gap: number },
): number[] {
  const columns = table.columns.map(({ label, figures }, index) => {
    const heads = sides.map((side) => label[side])
    const cells = table.rows.flatMap((row) => sides.flatMap((side) => linesOfCell(row, index, side)))
    const maxOf = (measure: (text: string) => number) =>
      Math.max(1, ...heads.map((text) => measure(text) * BOLD_FACTOR), ...cells.map(measure))
    const wordWidth = figures ? Math.max(maxOf(longestWord), ...cells.map(widthOf)) : maxOf(longestWord)
    const shortWidth = Math.max(
      wordWidth,
      maxOf((text) => (widthOf(text) <= MAX_SHORT_WIDTH ? widthOf(text) : 0)),
    )
    const naturalWidth = Math.max(shortWidth, Math.min(maxOf(widthOf), MAX_LINE_WIDTH))
    return [wordWidth, shortWidth, naturalWidth].map((width) => width + gap)
  })
  return interpolateWidths(columns, room)
}

/**
 * The lines of the cell at an index. A row with totals has none, because its label spans several columns.
 */
function linesOfCell({ cells, total }: TableRowNode, index: number, side: Side): string[] {
  const cellIndex = total ? index - (cells[0]?.span ?? 1) + 1 : index
  return cellIndex < 0 || (total && cellIndex === 0)
    ? []
    : runsText(cells[cellIndex]?.text[side] ?? []).split('\n')
}

/**
 * Interpolates between the two sets of widths whose sums enclose `room`; above the widest set, scales it in
 * proportion.
 */
function interpolateWidths(columns: number[][], room: number): number[] {
  const sums =
    columns[0]?.map((_, setIndex) => columns.reduce((sum, widths) => sum + widths[setIndex]!, 0)) ?? []
  const widerIndex = sums.findIndex((sum) => sum >= room)
  if (widerIndex === 0) return limitWidths(columns, room)
  if (widerIndex < 0) {
    const widest = sums.length - 1
    return columns.map((widths) => (widths[widest]! / sums[widest]!) * room)
  }
  const share = (room - sums[widerIndex - 1]!) / (sums[widerIndex]! - sums[widerIndex - 1]!)
  return columns.map(
    (widths) => widths[widerIndex - 1]! + (widths[widerIndex]! - widths[widerIndex - 1]!) * share,
  )
}

/**
 * If even single words do not fit, breaks the words of the widest columns, so that a 200-letter address does
 * not use all the space.
 */
function limitWidths(columns: number[][], room: number): number[] {
  const limitedWidths = columns.map(() => 0)
  const narrowFirst = columns.map(([words], index) => ({ words: words!, index }))
  narrowFirst.sort((one, other) => one.words - other.words)
  let remainingWidth = room
  for (const [count, { words, index }] of narrowFirst.entries()) {
    limitedWidths[index] = Math.min(words, remainingWidth / (columns.length - count))
    remainingWidth -= limitedWidths[index]
  }
  return limitedWidths
}
