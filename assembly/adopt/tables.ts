import type { Side } from '../answers.ts'
import { printCell } from '../tables/print-cell.ts'
import { cellOf, currencyOf, isFilled } from '../tables/table.ts'
import type { CellValue, Column, Field, FieldValue, TableRow, TableValue } from '../template/template.ts'
import { asTwin } from '../twins.ts'
import type { Note } from './note.ts'
import { become } from './targets.ts'

/** A value under another version of its field, undefined where it has no place, and what of it has none. */
export interface Carried {
  value: FieldValue | undefined
  notes: Note[]
}

/**
 * Rows go over with every cell whose column stands, under whatever name; of a column that is gone, of another
 * type or computed now, and of an option that is gone, the cells are told. Undefined where nothing filled in
 * is left.
 */
export function carriedTable(field: Field, target: Field, value: TableValue): Carried {
  const columns = (field.columns ?? []).filter(({ times }) => !times)
  const moved = value.rows.map((row) => ({
    id: row.id,
    cells: Object.fromEntries(
      columns.flatMap((column) => {
        const now = cellNow(target, column, row)
        return now ? [now] : []
      }),
    ),
  }))
  const { currency, ...rest } = value
  const rows: TableValue = { ...rest, ...(target.currencies && currency && { currency }), rows: moved }
  const lost = columns.flatMap((column) => lostIn(field, target, column, value))
  return { value: lost.length && !isFilled(rows) ? undefined : rows, notes: lost }
}

/** A cell and the column it goes to; undefined where it is empty or has no place. */
function cellNow(target: Field, column: Column, row: TableRow): [string, CellValue] | undefined {
  const cell = cellOf(row, column)
  const now = become(target.columns, column.id)
  if (cell === undefined || !now || now.type !== column.type || now.times) return undefined
  if (column.type !== 'choice' || !column.options?.some(({ id }) => id === cell)) return [now.id, cell]
  const option = become(now.options, String(cell))?.id
  return option === undefined ? undefined : [now.id, option]
}

/** What a column held that has no place, each with the number of its row. */
function lostIn(field: Field, target: Field, column: Column, value: TableValue): Note[] {
  const said = (side: Side) =>
    value.rows.flatMap((row, index) =>
      cellOf(row, column) === undefined || cellNow(target, column, row)
        ? []
        : [`${index + 1}. ${spokenCell(field, column, row, side, value)}`],
    )
  const text = { zh: said('zh').join('\n'), en: said('en').join('\n') }
  if (!text.zh) return []
  const label = {
    zh_CN: `${field.label.zh_CN}：${column.text.zh}`,
    en_US: `${field.label.en_US}: ${column.text.en}`,
    ...(field.label.zh_TW && { zh_TW: `${field.label.zh_TW}：${column.text.hant ?? column.text.zh}` }),
  }
  return [{ kind: 'columnGone', id: `${field.id}.${column.id}`, label, text, to: target.id }]
}

/** As it was printed, with the currency of a sum; what cannot be printed as it was kept. */
function spokenCell(field: Field, column: Column, row: TableRow, side: Side, table: TableValue): string {
  const currency = currencyOf(field, table)
  const printed = printCell(field, column, row, { side, script: 'Hans', currency })
  if (printed !== null) return column.type === 'money' ? `${currency} ${printed}` : printed
  const cell = cellOf(row, column)!
  if (typeof cell !== 'object') return String(cell)
  return 'zh' in cell ? asTwin(cell)[side] : Object.values(cell).join(' ')
}
