import type {
  CellValue,
  Column,
  Field,
  FieldValue,
  TableRow,
  TableValue,
  Template,
} from '../template/template.ts'
import { formerIds } from '../template/template-parts.ts'

/** The cell of a new table that gets the value of a numbered field of the earlier version. */
export interface CellPlace {
  table: Field
  column: Column
  /** The index of the row, counted from 0. */
  row: number
}

/**
 * The cells that replace fields of the earlier version, by field id. The `was` of a column lists those
 * fields in the order of the rows.
 */
export function cellPlaces(oldTemplate: Template, newTemplate: Template): Map<string, CellPlace> {
  const fields = new Set(oldTemplate.fields.map(({ id }) => id))
  const places = newTemplate.fields.flatMap((table) => {
    // If the table existed before, the former ids of its columns are ids of columns, not of fields.
    if (table.type !== 'table' || fields.has(table.id)) return []
    return (table.columns ?? []).flatMap((column) =>
      formerIds(column)
        .filter((id) => fields.has(id))
        .map((id, row) => [id, { table, column, row }] as const),
    )
  })
  return new Map(places)
}

/** The value as a cell; undefined if it does not fit the column. */
export function asCell({ column, table }: CellPlace, field: Field, value: FieldValue): CellValue | undefined {
  if (field.type !== column.type || column.times) return undefined
  if (typeof value !== 'object') return value
  if ('amount' in value) return table.currencies?.includes(value.currency) ? value.amount : undefined
  return 'rows' in value ? undefined : value
}

/** The table with the cell filled in. */
export function withCell(
  table: TableValue | undefined,
  { column, row }: CellPlace,
  cell: CellValue,
  currency: string | undefined,
): TableValue {
  const id = `r${row + 1}`
  const rows = table?.rows ?? []
  const oldRow = rows.find((one) => one.id === id) ?? { id, cells: {} }
  const filledRow: TableRow = { id, cells: { ...oldRow.cells, [column.id]: cell } }
  const otherRows = rows.filter((one) => one.id !== id)
  const tableCurrency = table?.currency ?? currency
  return { rows: [...otherRows, filledRow].sort(byNumber), ...(tableCurrency && { currency: tableCurrency }) }
}

const byNumber = (one: TableRow, other: TableRow) => Number(one.id.slice(1)) - Number(other.id.slice(1))
