import type { Side } from '../answers.ts'
import { currencyLabel, daxie } from '../numbers/money.ts'
import { type Script, sideOf } from '../script.ts'
import type { Column, Field, FieldValue, TableRow, TableValue } from '../template/template.ts'
import type { Run, Sides, TableCell, TableNode, TableRowNode } from '../tree.ts'
import { blankLine, word } from '../words.ts'
import { isFigures, printCell, printFigure } from './print-cell.ts'
import { currencyOf, isTable, leastRows, rowNumber, totalOf } from './table.ts'

interface TableContext {
  field: Field
  script: Script
  currency: string
}

/**
 * The printed table: its head, its rows and its totals. An empty table has blank rows to be filled in by
 * hand.
 */
export function tableNode(field: Field, value: FieldValue | undefined, script: Script): TableNode {
  const table: TableValue = isTable(value) && value.rows.length > 0 ? value : emptyTable(field)
  const tableContext: TableContext = { field, script, currency: currencyOf(field, value) }
  const { columns = [] } = field
  const totals = columns.some(({ total }) => total) ? [totalRow(tableContext, table)] : []
  return {
    field: field.id,
    columns: [
      ...(field.numbered ? [{ id: rowNumber, label: word('row', script) }] : []),
      ...columns.map((column) => ({
        id: column.id,
        label: headOf(column, tableContext),
        ...(isFigures(column) && { figures: true as const }),
      })),
    ],
    rows: [...table.rows.map((row, index) => rowNode(tableContext, row, index)), ...totals],
  }
}

const emptyTable = (field: Field): TableValue => ({
  rows: Array.from({ length: leastRows(field) }, () => ({ id: '', cells: {} })),
})

function headOf({ text, type }: Column, { currency, script }: TableContext): Sides<string> {
  const zh = sideOf(text, 'zh', script)
  if (type !== 'money') return { zh, en: text.en }
  return {
    zh: `${zh}（${currencyLabel(currency, 'zh', script)}）`,
    en: `${text.en} (${currencyLabel(currency, 'en', script)})`,
  }
}

const bothRuns = (make: (side: Side) => Run): Sides<Run[]> => ({ zh: [make('zh')], en: [make('en')] })

function rowNode({ field, ...tableContext }: TableContext, row: TableRow, index: number): TableRowNode {
  const number = { kind: 'ref' as const, text: String(index + 1), target: `${field.id}.${row.id}` }
  return {
    id: row.id,
    cells: [
      // A row number follows from the order, as a clause number does, so a new number is no change.
      ...(field.numbered ? [{ text: bothRuns(() => number) }] : []),
      ...(field.columns ?? []).map((column): TableCell => {
        const mustBeFilled = column.required || column.times
        return {
          text: bothRuns((side) => {
            const text = printCell(field, column, row, { side, ...tableContext })
            if (text !== null) return { kind: 'field', text, target: field.id }
            if (mustBeFilled) return { kind: 'field', text: blankLine[side], target: field.id, empty: true }
            return { kind: 'field', text: '—', target: field.id }
          }),
        }
      }),
    ],
  }
}

function totalRow(tableContext: TableContext, table: TableValue): TableRowNode {
  const { field, currency, script } = tableContext
  const { columns = [] } = field
  const sums = columns.map((column) => (column.total ? totalOf(field, column, table) : undefined))
  const firstTotal = columns.findIndex(({ total }) => total)
  const cells = columns.slice(firstTotal).map((column, index): TableCell => {
    if (!column.total) return { text: { zh: [], en: [] } }
    const sum = sums[firstTotal + index]
    return {
      text: bothRuns((side) =>
        sum === undefined
          ? { kind: 'field', text: blankLine[side], target: field.id, empty: true }
          : { kind: 'field', text: printFigure(column, sum, currency), target: field.id },
      ),
    }
  })
  const totalWord = word('total', script)
  const moneySums = columns.flatMap((column, index) =>
    column.total && column.type === 'money' ? [sums[index]] : [],
  )
  const [sum] = moneySums
  const amountInWords =
    moneySums.length === 1 && sum !== undefined
      ? `（${word('inFull', script).zh}：${daxie(sum, currency, script)}）`
      : ''
  const text: Sides<Run[]> = {
    zh: [{ kind: 'text', text: totalWord.zh + amountInWords }],
    en: [{ kind: 'text', text: totalWord.en }],
  }
  return {
    id: 'total',
    total: true,
    cells: [{ text, span: firstTotal + (field.numbered ? 1 : 0) }, ...cells],
  }
}
