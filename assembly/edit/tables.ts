import type { Answers, Side } from '../answers.ts'
import { valueIn } from '../fields.ts'
import { minorPerMajor } from '../numbers/money.ts'
import { cellOf, currencyOf, isTable, leastRows, rowsAllowed } from '../tables/table.ts'
import type { CellValue, Column, Field, TableRow, TableValue, Template } from '../template/template.ts'
import { asTwin } from '../twins.ts'
import { fillField } from './fields.ts'
import { sameOnBothSides, twinWith } from './twins.ts'

/** The rows of a table that the form shows; by default the required number of empty rows. */
export function tableIn(answers: Answers, field: Field): TableValue {
  const value = valueIn(answers, field.id)
  if (isTable(value) && value.rows.length > 0) return value
  const rows = Array.from({ length: leastRows(field) }, (_, index) => ({ id: `r${index + 1}`, cells: {} }))
  return { rows, ...(field.currencies && { currency: currencyOf(field, value) }) }
}

type TableEdit = (table: TableValue, field: Field) => TableValue

function editTable(answers: Answers, template: Template, id: string, make: TableEdit): Answers {
  const field = template.fields.find((one) => one.id === id)
  if (field?.type !== 'table') return answers
  const currentTable = tableIn(answers, field)
  const newTable = make(currentTable, field)
  return newTable === currentTable ? answers : fillField(answers, template, id, newTable)
}

/** A new row id that no row of the table has. */
export function nextRow({ rows }: TableValue): string {
  const numbers = rows.map(({ id }) => Number(/^r(\d{1,9})$/.exec(id)?.[1] ?? 0))
  return `r${Math.max(0, ...numbers) + 1}`
}

/** Adds an empty row at the end, unless the table is full. */
export function addRow(answers: Answers, template: Template, id: string): Answers {
  return editTable(answers, template, id, (table, field) =>
    table.rows.length < rowsAllowed(field)
      ? { ...table, rows: [...table.rows, { id: nextRow(table), cells: {} }] }
      : table,
  )
}

export function removeRow(answers: Answers, template: Template, id: string, row: string): Answers {
  return editTable(answers, template, id, (table) => ({
    ...table,
    rows: table.rows.filter((one) => one.id !== row),
  }))
}

/** Moves a row up or down by one; does nothing at either end. */
export function moveRow(
  answers: Answers,
  template: Template,
  id: string,
  { row, step }: { row: string; step: 1 | -1 },
): Answers {
  return editTable(answers, template, id, (table) => {
    const index = table.rows.findIndex((one) => one.id === row)
    const other = table.rows[index + step]
    if (index < 0 || !other) return table
    const rows = [...table.rows]
    rows[index + step] = rows[index]!
    rows[index] = other
    return { ...table, rows }
  })
}

interface CellPlace {
  row: string
  column: string
}

const withCell = (
  table: TableValue,
  { row, column }: CellPlace,
  value: CellValue | undefined,
): TableValue => ({
  ...table,
  rows: table.rows.map((one) => {
    if (one.id !== row) return one
    const { [column]: _, ...cells } = one.cells
    return { ...one, cells: value === undefined ? cells : { ...cells, [column]: value } }
  }),
})

export function setCell(
  answers: Answers,
  template: Template,
  id: string,
  place: CellPlace,
  value: CellValue | undefined,
): Answers {
  return editTable(answers, template, id, (table, { columns = [] }) =>
    columns.some((one) => one.id === place.column && !one.times) ? withCell(table, place, value) : table,
  )
}

const textIn = ({ rows }: TableValue, { row, column }: CellPlace): CellValue | undefined => {
  const tableRow = rows.find((one) => one.id === row)
  return tableRow && cellOf(tableRow as TableRow, { id: column } as Column)
}

/** Writes one side of the text in a cell, as `writeText` does for a field. */
export function writeCell(
  answers: Answers,
  template: Template,
  id: string,
  { side, text, since = answers, ...place }: CellPlace & { side: Side; text: string; since?: Answers },
): Answers {
  return editTable(answers, template, id, (table, field) => {
    const currentText = textIn(table, place)
    const textBefore = textIn(tableIn(since, field), place)
    return withCell(table, place, twinWith(answers, currentText, textBefore, side, text))
  })
}

/** Confirms that the stale side of a cell corresponds to the other. */
export function confirmCell(answers: Answers, template: Template, id: string, place: CellPlace): Answers {
  return editTable(answers, template, id, (table) => {
    const { zh, en, stale } = asTwin(textIn(table, place))
    return stale ? withCell(table, place, { zh, en }) : table
  })
}

/** Prints one text in both languages. */
export function sameCell(answers: Answers, template: Template, id: string, place: CellPlace): Answers {
  return editTable(answers, template, id, (table) =>
    withCell(table, place, sameOnBothSides(answers, textIn(table, place))),
  )
}

/** Changes the currency of all amounts in a table. */
export function setCurrency(answers: Answers, template: Template, id: string, currency: string): Answers {
  return editTable(answers, template, id, (table, field) => {
    const factor = minorPerMajor(currency) / minorPerMajor(currencyOf(field, table))
    const amountColumns = (field.columns ?? []).filter(
      ({ type, times: product }) => type === 'money' && !product,
    )
    const rows = table.rows.map((row) => {
      const changedCells = amountColumns.flatMap((column) => {
        const value = cellOf(row, column)
        return typeof value === 'number' ? [[column.id, Math.round(value * factor)] as const] : []
      })
      return { ...row, cells: { ...row.cells, ...Object.fromEntries(changedCells) } }
    })
    return { rows, currency }
  })
}
