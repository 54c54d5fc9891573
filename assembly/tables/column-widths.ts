import type { Side } from '../answers.ts'
import { runsText } from '../plain.ts'
import type { TableNode, TableRowNode } from '../tree.ts'

/** How wide a text is, in em: a Han character one, a Latin one about half, and a quarter between the two. */
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

/** What is no longer, a date among it, stays on one line. */
const SHORT = 9.5

const longestWord = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u2e80-\u{2ffff}]+/u).map(widthOf), Math.min(widthOf(text), 4))

/** A text as long as this takes several lines. */
const MOST = 24

/** Heads are set bold. */
const BOLD = 1.06

/**
 * What each column takes of the width of a table, by what stands in it. `room` is that width in em, `gap`
 * what each column gives up between itself and the next. Where there is room, figures and short texts stay on
 * one line; words do where that is not enough.
 */
export function columnWidths(
  table: TableNode,
  sides: Side[],
  { room, gap }: { room: number; gap: number },
): number[] {
  const columns = table.columns.map(({ label, figures }, index) => {
    const heads = sides.map((side) => label[side])
    const cells = table.rows.flatMap((row) => sides.flatMap((side) => wordsAt(row, index, side)))
    const most = (measure: (text: string) => number) =>
      Math.max(1, ...heads.map((text) => measure(text) * BOLD), ...cells.map(measure))
    const words = figures ? Math.max(most(longestWord), ...cells.map(widthOf)) : most(longestWord)
    const short = Math.max(
      words,
      most((text) => (widthOf(text) <= SHORT ? widthOf(text) : 0)),
    )
    const natural = Math.max(short, Math.min(most(widthOf), MOST))
    return [words, short, natural].map((width) => width + gap)
  })
  return between(columns, room)
}

/** The lines of a cell of a column; the label of a total stands across several, and beside none of them. */
function wordsAt({ cells, total }: TableRowNode, index: number, side: Side): string[] {
  const at = total ? index - (cells[0]?.span ?? 1) + 1 : index
  return at < 0 || (total && at === 0) ? [] : runsText(cells[at]?.text[side] ?? []).split('\n')
}

/**
 * Between the two of the wishes of all columns that the room lies between; beyond the widest in proportion.
 */
function between(columns: number[][], room: number): number[] {
  const sums = columns[0]?.map((_, wish) => columns.reduce((sum, widths) => sum + widths[wish]!, 0)) ?? []
  const wider = sums.findIndex((sum) => sum >= room)
  if (wider === 0) return levelled(columns, room)
  if (wider < 0) {
    const widest = sums.length - 1
    return columns.map((widths) => (widths[widest]! / sums[widest]!) * room)
  }
  const share = (room - sums[wider - 1]!) / (sums[wider]! - sums[wider - 1]!)
  return columns.map((widths) => widths[wider - 1]! + (widths[wider]! - widths[wider - 1]!) * share)
}

/**
 * Where not even the words fit, those of the widest columns are broken: no address of 200 letters takes the
 * rest.
 */
function levelled(columns: number[][], room: number): number[] {
  const taken = columns.map(() => 0)
  const narrowFirst = columns.map(([words], index) => ({ words: words!, index }))
  narrowFirst.sort((one, other) => one.words - other.words)
  let left = room
  for (const [done, { words, index }] of narrowFirst.entries()) {
    taken[index] = Math.min(words, left / (columns.length - done))
    left -= taken[index]
  }
  return taken
}
