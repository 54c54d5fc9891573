import type { Answers } from '#assembly/answers.ts'
import { nextRow } from '#assembly/edit/tables.ts'
import { valueIn } from '#assembly/fields.ts'
import { isTable, maxRows } from '#assembly/tables/table.ts'
import type { CellValue, TableRow, TableValue } from '#assembly/template/template.ts'
import { lazyMerge, type Settle, type Sides } from './merge.ts'
import { isEqual } from './same.ts'

/**
 * Merges a table that both sides changed, row by row and cell by cell. A conflict is a cell that both
 * changed, or a row that one side changed and the other removed. Rows added on either side remain. Undefined
 * if only one side changed the table, or if it must be merged as a whole because its currency changed or it
 * would have too many rows.
 */
export function mergeTable(sides: Sides, id: string, settle: Settle): TableValue | undefined {
  const tableIn = (answers: Answers) => {
    const value = valueIn(answers, id)
    return isTable(value) ? value : undefined
  }
  const myTable = tableIn(sides.mine)
  const theirTable = tableIn(sides.theirs)
  const baseTables = sides.known.map(tableIn)
  if (
    !myTable ||
    !theirTable ||
    baseTables.some((one) => isEqual(one, theirTable)) ||
    baseTables.every((one) => isEqual(one, myTable))
  )
    return undefined
  const tables = [myTable, theirTable, ...baseTables.filter((one) => one !== undefined)]
  if (tables.some(({ currency }) => currency !== myTable.currency)) return undefined
  const order = orderOf(myTable, theirTable, baseTables[0])
  if (order.length + order.filter((row) => isNewTwice(row)).length > maxRows) return undefined

  const allRows = { rows: tables.flatMap(({ rows }) => rows) }
  const rows = order.flatMap((row): TableRow[] => {
    const mine = rowIn(myTable, row)
    const theirs = rowIn(theirTable, row)
    if (!mine || !theirs) {
      const cells = settle('row', `${id}.${row}`, (answers) => rowIn(tableIn(answers), row)?.cells)
      return cells ? [{ id: row, cells }] : []
    }
    if (!isNewTwice(row)) return [{ id: row, cells: mergeCells(mine, theirs) }]
    if (baseTables.some((one) => isEqual(rowIn(one, row), theirs)) || isBlank(theirs)) return [mine]
    if (isBlank(mine) || isEqual(mine, theirs)) return [theirs]
    const renumberedRow = { ...mine, id: nextRow(allRows) }
    allRows.rows.push(renumberedRow)
    return [theirs, renumberedRow]
  })
  return { ...theirTable, rows }

  /**
   * Two new rows with the same id are different rows, except the first row of an empty table, which existed
   * on both sides.
   */
  function isNewTwice(row: string): boolean {
    if (!rowIn(myTable, row) || !rowIn(theirTable, row) || rowIn(baseTables[0], row)) return false
    return (
      Boolean(baseTables[0]?.rows.length) || myTable?.rows[0]?.id !== row || theirTable?.rows[0]?.id !== row
    )
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

/** My order if I reordered rows, otherwise theirs. Rows that only the other side has come last. */
function orderOf(myTable: TableValue, theirTable: TableValue, baseTable: TableValue | undefined): string[] {
  const idsOf = ({ rows }: TableValue) => rows.map(({ id }) => id)
  const baseIds = baseTable ? idsOf(baseTable) : []
  const myIds = idsOf(myTable)
  const isReordered = !isEqual(
    myIds.filter((id) => baseIds.includes(id)),
    baseIds.filter((id) => myIds.includes(id)),
  )
  const rowIds = isReordered ? [...myIds, ...idsOf(theirTable)] : [...idsOf(theirTable), ...myIds]
  return [...new Set(rowIds)]
}

lazyMerge.mergeTable = mergeTable
