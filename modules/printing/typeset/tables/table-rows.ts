import type { Side } from '#assembly/answers.ts'
import { runsText, sidesOfCell } from '#assembly/plain.ts'
import { columnWidths } from '#assembly/tables/column-widths.ts'
import type { Sides, TableNode, TableRowNode } from '#assembly/tree.ts'
import type { Weight } from '#src/pdf/fonts/faces.ts'
import { HAIRLINE } from '../colour.ts'
import { partsAt, setText, type TypesetContext } from '../context.ts'
import { type Cell, heightOf, type PageRow, type PlacedLine } from '../rows.ts'
import { type Element, elementOf, partOf, wordsIn } from '../structure/element.ts'
import type { Sheet } from '../styles.ts'

/** Space between two columns, in em. */
export const GAP = 1

/** Tables are set no larger than the twin columns of a bilingual page. */
export const sizeOf = ({ body }: Sheet): number => Math.min(body.en.size, 9.5)

export interface Slot {
  x: number
  width: number
}

/**
 * A table across the page, printed once for both languages: heads and words in both, one below the other,
 * figures only once. The head is repeated on every page; a row is divided only if it is higher than a page.
 */
export function tableRows(context: TypesetContext, table: TableNode): PageRow[] {
  const side = context.sheet.columns[0]!.side
  const element = elementOf('Table', side)
  const slots = slotsOf(context, table)
  const head = headRow(context, table, slots, element)
  const rows = table.rows.map((row) => bodyRow(context, table, row, { slots, element, head }))
  return [
    { ...head, elements: [element] },
    ...rows.map((row, index) => ({
      ...row,
      ...(rows[index + 1] && isTotal(table, index + 1) && { keepWithNext: true }),
    })),
  ]
}

const isTotal = (table: TableNode, index: number) => table.rows[index]?.total === true

/** The horizontal position and width of each column on the page. */
export function slotsOf({ sheet }: TypesetContext, table: TableNode): Slot[] {
  const size = sizeOf(sheet)
  const sides = sheet.columns.map(({ side }) => side)
  let x = sheet.full.x
  return columnWidths(table, sides, { room: sheet.full.width / size, gap: GAP }).map((em) => {
    const slot = { x, width: (em - GAP) * size }
    x += em * size
    return slot
  })
}

function headRow(context: TypesetContext, table: TableNode, slots: Slot[], element: Element): PageRow {
  const line = partOf(element, 'TR')
  const cells = table.columns.map(({ label, figures }, index) => {
    const own = partOf(line, 'TH')
    own.scope = 'Column'
    return cellOf(context, label, { slot: slots[index]!, right: figures === true, weight: 600, element: own })
  })
  return {
    ...lined(context, cells, ['head', 'foot']),
    keepWithNext: true,
    isIndivisible: true,
    before: context.sheet.body.zh.leading * 0.4,
  }
}

interface Setting {
  slots: Slot[]
  element: Element
  head: PageRow
}

function bodyRow(
  context: TypesetContext,
  table: TableNode,
  row: TableRowNode,
  { slots, element, head }: Setting,
): PageRow {
  const line = partOf(element, 'TR')
  let offset = 0
  const cells = row.cells.map(({ text, span = 1 }, index) => {
    const firstSlot = slots[offset]!
    const lastSlot = slots[offset + span - 1]!
    const right = table.columns[offset]!.figures === true && !(row.total && index === 0)
    offset += span
    const words = { zh: runsText(text.zh), en: runsText(text.en) }
    return cellOf(context, words, {
      slot: { x: firstSlot.x, width: lastSlot.x + lastSlot.width - firstSlot.x },
      right,
      weight: row.total ? 600 : 400,
      element: index === 0 && row.total ? labelOf(line, span) : partOf(line, 'TD'),
    })
  })
  const tableRow: PageRow = { ...lined(context, cells, ['foot']), before: 0, above: [head] }
  return heightOf(tableRow) <= roomOf(context) - heightOf(head)
    ? { ...tableRow, isIndivisible: true }
    : tableRow
}

export const roomOf = ({ sheet }: TypesetContext): number => sheet.height - sheet.top - sheet.bottom

function labelOf(line: Element, span: number): Element {
  const label = partOf(line, 'TH')
  label.span = span
  return label
}

/** Adds hairlines across the whole table. */
export function lined(
  { sheet }: TypesetContext,
  cells: Cell[],
  edges: ('head' | 'foot')[],
): Pick<PageRow, 'cells' | 'pad' | 'rules'> {
  const { x, width } = sheet.full
  return { cells, pad: 2.6, rules: edges.map((edge) => ({ x, width, edge, colour: HAIRLINE })) }
}

interface CellStyle {
  slot: Slot
  right: boolean
  weight: Weight
  element: Element
}

function cellOf(
  context: TypesetContext,
  words: Sides<string>,
  { slot: { x, width }, right, weight, element }: CellStyle,
): Cell {
  const { columns } = context.sheet
  const size = sizeOf(context.sheet)
  const leading = size * 1.45
  const sides = columns.map(({ side }) => side)
  const printedSides = sidesOfCell({ zh: words.zh, en: words.en }, sides)
  const lines = printedSides.flatMap((side: Side): PlacedLine[][] => {
    if (!words[side]) return []
    const setLines = setText(context, words[side], { side, weight, size, width, justified: false })
    const sideElement = wordsIn(element, side)
    return setLines.flatMap((line) => {
      const left = right ? x + width - line.width * size : x
      return partsAt([line], { x: left, size, element: sideElement })
    })
  })
  return { size, leading, lines }
}
