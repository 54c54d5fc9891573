import type { Side } from '../answers.ts'
import { printValue } from '../fields.ts'
import { formatFigures } from '../numbers/money.ts'
import { grouped } from '../numbers/numerals.ts'
import type { Script } from '../script.ts'
import type { Column, Field, TableRow } from '../template/template.ts'
import { cellOf, figureIn } from './table.ts'

const fields = new WeakMap<Column, Field>()

/** Converts a column to a field, to print or check the value of a cell. */
export function fieldOf(column: Column): Field {
  const cached = fields.get(column)
  if (cached) return cached
  const { text, times: _, total: __, ...rest } = column
  const label = { zh_CN: text.zh, en_US: text.en, ...(text.hant && { zh_TW: text.hant }) }
  const field: Field = { ...rest, group: 'other', label }
  fields.set(column, field)
  return field
}

export const isFigures = ({ type }: Column): boolean => type === 'number' || type === 'money'

/**
 * The printed text of a cell on one side. An amount is printed as figures only, because the column's head
 * names the currency.
 */
export function printCell(
  field: Field,
  column: Column,
  row: TableRow,
  { side, script, currency }: { side: Side; script: Script; currency: string },
): string | null {
  if (!isFigures(column)) return printValue(fieldOf(column), cellOf(row, column), side, script)
  const figure = figureIn(field, column, row)
  return figure === undefined ? null : printFigure(column, figure, currency)
}

export const printFigure = ({ type }: Column, figure: number, currency: string): string =>
  type === 'money' ? formatFigures({ amount: figure, currency }) : grouped(figure)
