import { fieldOf } from '#assembly/tables/print-cell.ts'
import type { CellValue, Column, Field, FieldValue } from '#assembly/template/template.ts'

/** The value of a cell. The boxes use an amount with its currency; a cell stores only the amount. */
export const asCell = (value: FieldValue | undefined): CellValue | undefined =>
  typeof value === 'object' && 'amount' in value ? value.amount : (value as CellValue | undefined)

export const asValue = (
  { type }: Column,
  value: CellValue | undefined,
  currency: string,
): FieldValue | undefined =>
  type === 'money' && typeof value === 'number' ? { amount: value, currency } : value

/** The field that the boxes of a cell need. */
export const boxesOf = (column: Column, currency: string): Field =>
  column.type === 'money' ? { ...fieldOf(column), currencies: [currency] } : fieldOf(column)
