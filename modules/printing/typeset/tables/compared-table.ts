import { asTable } from '#assembly/compare/as-table.ts'
import { type ComparedRow as Compared, type RowCell, sidesToShow } from '#assembly/compare/compare.ts'
import type { TypesetContext } from '../context.ts'
import { setPieces } from '../redline/tracked.ts'
import { type Cell, heightOf, type PageRow } from '../rows.ts'
import { type Element, elementOf, partOf } from '../structure/element.ts'
import { lined, roomOf, type Slot, sizeOf, slotsOf } from './table-rows.ts'

/** A table that shows the changes in each cell. */
export function comparedTable(context: TypesetContext, rows: Compared[]): PageRow[] {
  const element = elementOf('Table', context.sheet.columns[0]!.side)
  const slots = slotsOf(context, asTable(rows))
  return rows.map((row, index) => {
    const tableRow: PageRow = {
      ...lined(context, cellsOf(context, row, slots, element), index === 0 ? ['head', 'foot'] : ['foot']),
      before: index === 0 ? context.sheet.body.zh.leading * 0.4 : 0,
      clause: row.id,
      ...(index === 0 && { elements: [element] }),
      ...(row.head && { keepWithNext: true }),
    }
    return heightOf(tableRow) <= roomOf(context) / 2 ? { ...tableRow, isIndivisible: true } : tableRow
  })
}

function cellsOf(context: TypesetContext, row: Compared, slots: Slot[], element: Element): Cell[] {
  const line = partOf(element, 'TR')
  let offset = 0
  return (row.cells ?? []).map(({ text, span = 1, figures }: RowCell): Cell => {
    const firstSlot = slots[offset]!
    const lastSlot = slots[Math.min(offset + span, slots.length) - 1]!
    offset += span
    const cellElement = partOf(line, row.head ? 'TH' : 'TD')
    if (row.head) cellElement.scope = 'Column'
    if (span > 1) cellElement.span = span
    const width = lastSlot.x + lastSlot.width - firstSlot.x
    const size = sizeOf(context.sheet)
    const sides = context.sheet.columns.map(({ side }) => side)
    const lines = sidesToShow(text, sides).flatMap((side) =>
      setPieces(context, text[side], {
        side,
        size,
        width,
        justified: false,
        x: firstSlot.x,
        element: cellElement,
        ...(row.head && { weight: 600 as const }),
      }).map((parts) => {
        // Glyph positions are relative to the start of the line.
        const rightEdges = parts.map(({ line: { positions, glyphs } }) =>
          glyphs.length > 0 ? positions.at(-1)! + (glyphs.at(-1)?.width ?? 0) : 0,
        )
        const left = figures ? firstSlot.x + width - Math.max(0, ...rightEdges) * size : firstSlot.x
        return parts.map((part) => ({ ...part, x: left }))
      }),
    )
    return { size, leading: size * 1.45, lines }
  })
}
