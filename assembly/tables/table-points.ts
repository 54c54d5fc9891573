import type { Side } from '../answers.ts'
import { checkValue, type ValueProblem } from '../fields.ts'
import { grouped } from '../numbers/numerals.ts'
import type { CellValue, Column, Field, FieldValue, TableRow } from '../template/template.ts'
import type { OpenPoint, ProblemKey } from '../tree.ts'
import { asTwin, missingOn, staleOn } from '../twins.ts'
import { fieldOf } from './print-cell.ts'
import { cellOf, currencyOf, figureIn, isTable, leastRows } from './table.ts'

/** The open points in the rows of a table, cell by cell; `sides` are the printed sides. */
export function tablePoints(
  field: Field,
  value: FieldValue | undefined,
  clause: string,
  sides: Side[],
): OpenPoint[] {
  if (!isTable(value)) return []
  const minRows = leastRows(field)
  const tooFewRows: OpenPoint[] =
    value.rows.length < minRows
      ? [{ kind: 'invalid', at: field.id, field: field.id, clause, ...boundProblem('tooFewRows', minRows) }]
      : []
  const currency = currencyOf(field, value)
  const cellPoints = value.rows.flatMap((row, index) =>
    (field.columns ?? []).flatMap((column): OpenPoint[] => {
      const problem = cellProblem(field, column, row, { currency, sides })
      if (!problem) return []
      const cell = { row: index + 1, column: column.id }
      return [{ ...problem, at: `${field.id}.${row.id}.${column.id}`, field: field.id, clause, cell }]
    }),
  )
  return [...tooFewRows, ...cellPoints]
}

type Problem = Pick<OpenPoint, 'kind' | 'problem' | 'detail'>

function cellProblem(
  field: Field,
  column: Column,
  row: TableRow,
  { currency, sides }: { currency: string; sides: Side[] },
): Problem | null {
  if (column.times) return tooLargeProduct(field, column, row)
  const value = cellOf(row, column)
  if (value === undefined) return column.required ? { kind: 'required' } : null
  const valueProblem = checkCell(column, value, currency)
  if (valueProblem) return { kind: 'invalid', ...valueProblem }
  return column.type === 'text' && sides.length > 1 ? twinProblem(value) : null
}

/** The problem with a cell's value; null when it is valid. */
export function checkCell(column: Column, value: CellValue, currency: string): ValueProblem | null {
  if (column.type !== 'money') return checkValue(fieldOf(column), value)
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { problem: 'wrongType' }
  return checkValue({ ...fieldOf(column), currencies: [currency] }, { amount: value, currency })
}

function twinProblem(value: CellValue): Problem | null {
  const twin = asTwin(value)
  if (!twin.zh.trim()) return missingOn('zh')
  if (!twin.en.trim()) return missingOn('en')
  return twin.stale ? staleOn(twin.stale) : null
}

/** Whether the product of a computed column is too large to represent. */
function tooLargeProduct(field: Field, column: Column, row: TableRow): Problem | null {
  const factors = (field.columns ?? []).filter(({ id }) => column.times?.includes(id))
  const hasFactors = factors.every((factor) => figureIn(field, factor, row) !== undefined)
  if (!hasFactors || figureIn(field, column, row) !== undefined) return null
  return { kind: 'invalid', ...boundProblem('tooLarge', 1e13) }
}

function boundProblem(problem: ProblemKey, value: number): ValueProblem {
  return { problem, detail: { zh: grouped(value), en: grouped(value) } }
}
