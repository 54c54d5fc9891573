import type { Answers } from '#assembly/answers.ts'
import { nextRow } from '#assembly/edit/tables.ts'
import { valueIn } from '#assembly/fields.ts'
import { isTable, maxRows } from '#assembly/tables/table.ts'
import type { CellValue, TableRow, TableValue } from '#assembly/template/template.ts'
import { lazy, type Settle, type Sides } from './merge.ts'
import { same } from './same.ts'

/**
 * Merges a table that both sides changed, row by row and cell by cell. A conflict is a cell that both
 * changed, or a row that one changed and the other removed. Rows added on either side are kept. Undefined
 * when only one side changed the table, or when it must be resolved as a whole: its currency changed, or it
 * would have too many rows.
 */
export function mergeTable(sides: Sides, id: string, settle: Settle): TableValue | undefined {
  const tableIn = (answers: Answers) => {
    const value = valueIn(answers, id)
    return isTable(value) ? value : undefined
  }
  const ours = tableIn(sides.mine)
  const others = tableIn(sides.theirs)
  const known = sides.known.map(tableIn)
  if (!ours || !others || known.some((one) => same(one, others)) || known.every((one) => same(one, ours)))
    return undefined
  const all = [ours, others, ...known.filter((one) => one !== undefined)]
  if (all.some(({ currency }) => currency !== ours.currency)) return undefined
  const order = orderOf(ours, others, known[0])
  if (order.length + order.filter((row) => isNewTwice(row)).length > maxRows) return undefined

  const taken = { rows: all.flatMap(({ rows }) => rows) }
  const rows = order.flatMap((row): TableRow[] => {
    const mine = rowIn(ours, row)
    const theirs = rowIn(others, row)
    if (!mine || !theirs) {
      const cells = settle('row', `${id}.${row}`, (answers) => rowIn(tableIn(answers), row)?.cells)
      return cells ? [{ id: row, cells }] : []
    }
    if (!isNewTwice(row)) return [{ id: row, cells: mergeCells(mine, theirs) }]
    if (known.some((one) => same(rowIn(one, row), theirs)) || isBlank(theirs)) return [mine]
    if (isBlank(mine) || same(mine, theirs)) return [theirs]
    const moved = { ...mine, id: nextRow(taken) }
    taken.rows.push(moved)
    return [theirs, moved]
  })
  return { ...others, rows }

  /**
   * Two new rows with the same id are different rows, except the first row of an empty table, which both
   * sides had.
   */
  function isNewTwice(row: string): boolean {
    if (!rowIn(ours, row) || !rowIn(others, row) || rowIn(known[0], row)) return false
    return Boolean(known[0]?.rows.length) || ours?.rows[0]?.id !== row || others?.rows[0]?.id !== row
  }

  function mergeCells(mine: TableRow, theirs: TableRow): TableRow['cells'] {
    const columns = [...new Set([...Object.keys(mine.cells), ...Object.keys(theirs.cells)])]
    return Object.fromEntries(
      columns.flatMap((column): [string, CellValue][] => {
        const value = settle('cell', `${id}.${mine.id}.${column}`, (answers) =>
          cellIn(rowIn(tableIn(answers), mine.id), column),
        )
        return value === undefined ? [] : [[column, value]]
      }),
    )
  }
}

const rowIn = (table: TableValue | undefined, row: string) => table?.rows.find(({ id }) => id === row)

const cellIn = (row: TableRow | undefined, column: string) =>
  row && Object.hasOwn(row.cells, column) ? row.cells[column] : undefined

const isBlank = ({ cells }: TableRow) => Object.keys(cells).length === 0

/** My order if I moved rows, else theirs; rows that only the other side has come last. */
function orderOf(ours: TableValue, others: TableValue, before: TableValue | undefined): string[] {
  const idsOf = ({ rows }: TableValue) => rows.map(({ id }) => id)
  const old = before ? idsOf(before) : []
  const mine = idsOf(ours)
  const moved = !same(
    mine.filter((id) => old.includes(id)),
    old.filter((id) => mine.includes(id)),
  )
  const both = moved ? [...mine, ...idsOf(others)] : [...idsOf(others), ...mine]
  return [...new Set(both)]
}

lazy.mergeTable = mergeTable
