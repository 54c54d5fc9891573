import type { Side } from '../answers.ts'
import { runsText } from '../plain.ts'
import type { TableNode, TableRowNode } from '../tree.ts'

/**
 * The width of a text in em: one for a Han character, about half for a Latin one, a quarter between the two.
 */
function widthOf(text: string): number {
  let width = 0
  let before: boolean | undefined
  for (const character of text) {
    const isHan = character.codePointAt(0)! >= 0x2e80
    if (before !== undefined && isHan !== before) width += 0.25
    width += isHan ? 1 : /[A-Z_%&@]/.test(character) ? 0.72 : 0.54
    before = isHan
  }
  return width
}

/** In em. Shorter texts, such as dates, are printed on one line. */
const SHORT = 9.5

const longestWord = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u2e80-\u{2ffff}]+/u).map(widthOf), Math.min(widthOf(text), 4))

/** In em. Longer texts are printed on several lines. */
const LONG = 24

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
    const cells = table.rows.flatMap((row) => sides.flatMap((side) => wordsAt(row, index, side)))
    const max = (measure: (text: string) => number) =>
      Math.max(1, ...heads.map((text) => measure(text) * BOLD_FACTOR), ...cells.map(measure))
    const words = figures ? Math.max(max(longestWord), ...cells.map(widthOf)) : max(longestWord)
    const short = Math.max(
      words,
      max((text) => (widthOf(text) <= SHORT ? widthOf(text) : 0)),
    )
    const natural = Math.max(short, Math.min(max(widthOf), LONG))
    return [words, short, natural].map((width) => width + gap)
  })
  return interpolated(columns, room)
}

/**
 * The lines of the cell at an index. A row with totals has none, because its label spans several columns.
 */
function wordsAt({ cells, total }: TableRowNode, index: number, side: Side): string[] {
  const at = total ? index - (cells[0]?.span ?? 1) + 1 : index
  return at < 0 || (total && at === 0) ? [] : runsText(cells[at]?.text[side] ?? []).split('\n')
}

/**
 * Interpolates between the two sets of widths whose sums enclose `room`; above the widest set, scales it in
 * proportion.
 */
function interpolated(columns: number[][], room: number): number[] {
  const sums = columns[0]?.map((_, wish) => columns.reduce((sum, widths) => sum + widths[wish]!, 0)) ?? []
  const wider = sums.findIndex((sum) => sum >= room)
  if (wider === 0) return limited(columns, room)
  if (wider < 0) {
    const widest = sums.length - 1
    return columns.map((widths) => (widths[widest]! / sums[widest]!) * room)
  }
  const share = (room - sums[wider - 1]!) / (sums[wider]! - sums[wider - 1]!)
  return columns.map((widths) => widths[wider - 1]! + (widths[wider]! - widths[wider - 1]!) * share)
}

/**
 * If even single words do not fit, breaks the words of the widest columns, so that a 200-letter address does
 * not use all the space.
 */
function limited(columns: number[][], room: number): number[] {
  const taken = columns.map(() => 0)
  const narrowFirst = columns.map(([words], index) => ({ words: words!, index }))
  narrowFirst.sort((one, other) => one.words - other.words)
  let remaining = room
  for (const [done, { words, index }] of narrowFirst.entries()) {
    taken[index] = Math.min(words, remaining / (columns.length - done))
    remaining -= taken[index]
  }
  return taken
}
