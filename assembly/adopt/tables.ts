import type { Side } from '../answers.ts'
import { printCell } from '../tables/print-cell.ts'
import { cellOf, currencyOf, isFilled } from '../tables/table.ts'
import type { CellValue, Column, Field, FieldValue, TableRow, TableValue } from '../template/template.ts'
import { asTwin } from '../twins.ts'
import type { AdoptionNote } from './note.ts'
import { successorOf } from './targets.ts'

/**
 * A value for the new version of its field (undefined if nothing of it fits), and notes about lost content.
 */
export interface CarriedValue {
  value: FieldValue | undefined
  notes: AdoptionNote[]
}

/**
 * Carries rows over with every cell whose column still exists, under any name. Notes list the lost cells:
 * their column was removed, has another type or is now computed, or their option was removed. The value is
 * undefined when no cell with content remains.
 */
export function carriedTable(field: Field, target: Field, value: TableValue): CarriedValue {
  const columns = (field.columns ?? []).filter(({ times }) => !times)
  const movedRows = value.rows.map((row) => ({
    id: row.id,
    cells: Object.fromEntries(
      columns.flatMap((column) => {
        const newCell = carriedCell(target, column, row)
        return newCell ? [newCell] : []
      }),
    ),
  }))
  const { currency, ...rest } = value
  const newValue: TableValue = {
    ...rest,
    ...(target.currencies && currency && { currency }),
    rows: movedRows,
  }
  const lostNotes = columns.flatMap((column) => lostCells(field, target, column, value))
  return { value: lostNotes.length && !isFilled(newValue) ? undefined : newValue, notes: lostNotes }
}

/** A cell and its new column; undefined when the cell is empty or its column was removed. */
function carriedCell(target: Field, column: Column, row: TableRow): [string, CellValue] | undefined {
  const cell = cellOf(row, column)
  const newColumn = successorOf(target.columns, column.id)
  if (cell === undefined || !newColumn || newColumn.type !== column.type || newColumn.times) return undefined
  if (column.type !== 'choice' || !column.options?.some(({ id }) => id === cell)) return [newColumn.id, cell]
  const option = successorOf(newColumn.options, String(cell))?.id
  return option === undefined ? undefined : [newColumn.id, option]
}

/** Notes about the lost cells of a column, each with its row number. */
function lostCells(field: Field, target: Field, column: Column, value: TableValue): AdoptionNote[] {
  const textOf = (side: Side) =>
    value.rows.flatMap((row, index) =>
      cellOf(row, column) === undefined || carriedCell(target, column, row)
        ? []
        : [`${index + 1}. ${cellText(field, column, row, side, value)}`],
    )
  const text = { zh: textOf('zh').join('\n'), en: textOf('en').join('\n') }
  if (!text.zh) return []
  const label = {
    zh_CN: `${field.label.zh_CN}：${column.text.zh}`,
    en_US: `${field.label.en_US}: ${column.text.en}`,
    ...(field.label.zh_TW && { zh_TW: `${field.label.zh_TW}：${column.text.hant ?? column.text.zh}` }),
  }
  return [{ kind: 'columnGone', id: `${field.id}.${column.id}`, label, text, to: target.id }]
}

/** The printed text of a cell, with the currency of an amount; the stored value if it cannot be printed. */
function cellText(field: Field, column: Column, row: TableRow, side: Side, table: TableValue): string {
  const currency = currencyOf(field, table)
  const printed = printCell(field, column, row, { side, script: 'Hans', currency })
  if (printed !== null) return column.type === 'money' ? `${currency} ${printed}` : printed
  const cell = cellOf(row, column)!
  if (typeof cell !== 'object') return String(cell)
  return 'zh' in cell ? asTwin(cell)[side] : Object.values(cell).join(' ')
}
