import { minorPerMajor } from '../numbers/money.ts'
import type { CellValue, Column, Field, FieldValue, TableRow, TableValue } from '../template/template.ts'

/** The maximum number of rows of a table; a longer list should be an attached file. */
export const maxRows = 100
/** The maximum number of columns; more do not fit across a page. */
export const maxColumns = 10

/** The id of the column with row numbers; no column of a template may have it. */
export const rowNumber = '#'

export function isTable(value: FieldValue | undefined): value is TableValue {
  return typeof value === 'object' && 'rows' in value && Array.isArray(value.rows) && value.rows.every(isRow)
}

const isRow = (row: unknown): row is TableRow =>
  typeof row === 'object' && row !== null && 'cells' in row && typeof row.cells === 'object' && !!row.cells

export const leastRows = ({ rows }: Field): number => rows?.least ?? 1

export const rowsAllowed = ({ rows }: Field): number => Math.min(rows?.most ?? maxRows, maxRows)

/** The value of a cell; undefined while it is empty. */
export function cellOf({ cells }: TableRow, { id }: Pick<Column, 'id'>): CellValue | undefined {
  const value = Object.hasOwn(cells, id) ? cells[id] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value.trim() ? value : undefined
  if (typeof value !== 'object' || !('zh' in value)) return value
  return [value.zh, value.en].some((text) => String(text).trim()) ? value : undefined
}

/** Whether any cell of a table is filled. */
export const isFilled = ({ rows }: TableValue): boolean =>
  rows.some((row) => Object.keys(row.cells).some((id) => cellOf(row, { id } as Column) !== undefined))

/** The currency of a table's amounts. */
export const currencyOf = ({ currencies = [] }: Field, value: FieldValue | undefined): string =>
  (isTable(value) && value.currency) || currencies[0] || 'CNY'

/**
 * The number in a cell, or the product in a computed column; money in minor units. Undefined while a value is
 * missing.
 */
export function figureIn(field: Field, column: Column, row: TableRow): number | undefined {
  if (!column.times) {
    const value = cellOf(row, column)
    return typeof value === 'number' && Number.isFinite(value) ? safeAmount(column, value) : undefined
  }
  const factors = column.times.map((id) => {
    const factor = field.columns?.find((one) => one.id === id)
    return factor && !factor.times ? figureIn(field, factor, row) : undefined
  })
  const [one, other] = factors
  if (one === undefined || other === undefined) return undefined
  const product = rounded(one * other)
  return safeAmount(column, column.type === 'money' ? Math.round(product) : product)
}

/** The sum of a column; undefined when the column is empty. */
export function totalOf(field: Field, column: Column, { rows }: TableValue): number | undefined {
  const figures = rows.map((row) => figureIn(field, column, row)).filter((one) => one !== undefined)
  if (figures.length === 0) return undefined
  return safeAmount(column, rounded(figures.reduce((sum, figure) => sum + figure, 0)))
}

/** The total of a column such as `goods.amount`, in the units that rules compare: money in major units. */
export function totalNamed(
  fields: Field[],
  value: (field: string) => FieldValue | undefined,
  name: string,
): number | undefined {
  const [id = '', columnId] = name.split('.')
  const field = fields.find((one) => one.id === id)
  const column = field?.columns?.find((one) => one.id === columnId)
  const table = value(id)
  if (!field || !column || !isTable(table)) return undefined
  const total = totalOf(field, column, table)
  if (total === undefined || column.type !== 'money') return total
  return total / minorPerMajor(currencyOf(field, table))
}

/** Rounds away binary fraction errors: 0.1 times 3 is 0.3. */
const rounded = (value: number) => Number(value.toPrecision(15))

/** The value; undefined if it is an amount of money but not a safe whole number of minor units. */
const safeAmount = ({ type }: Column, value: number) =>
  type === 'money' && !Number.isSafeInteger(value) ? undefined : value
