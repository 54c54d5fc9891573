import type { SheetRow } from '#src/files/spreadsheet/read-xlsx.ts'
import type { BillRefund, StatementLine, StatementMethod } from '../desk-schema.ts'
import { faultAt, type StatementFault, type StatementProblemKey } from './reading/fault.ts'
import { type ColumnChoice, type Layout, layoutOf } from './reading/heading.ts'
import { readRows, type StatementTable } from './reading/read-rows.ts'
import { MAX_LINES_ABOVE, readSheets } from './reading/sheets.ts'

export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
export const MAX_LINES = 5000

export interface ReadStatement {
  method: StatementMethod
  lines: StatementLine[]
  refunds: BillRefund[]
  faults: StatementFault[]
  /** The table, if its columns are unknown; there are then neither lines nor faults. */
  unknown?: StatementTable
}

const failedStatement = (problem: StatementProblemKey, line = 1): ReadStatement => ({
  method: 'bank',
  lines: [],
  refunds: [],
  faults: [faultAt(line, null, problem)],
})

/**
 * Reads the credits of a bank statement or of a merchant bill: CSV, XLSX, or an archive of such files.
 * `savedColumns`: the columns that the desk named, by heading. Stores nothing.
 */
export function readStatement(
  bytes: Uint8Array,
  savedColumns?: ReadonlyMap<string, ColumnChoice>,
): ReadStatement {
  const sheets = readSheets(bytes)
  if ('problem' in sheets) return failedStatement(sheets.problem, sheets.line)
  const knownTables = sheets.flatMap((sheet) => knownTable(sheet, savedColumns) ?? [])
  const withRows = knownTables.filter(({ table }) => table.rows.length)
  if (withRows.length > 1) return failedStatement('several')
  const [foundTable] = withRows.length ? withRows : knownTables
  if (foundTable) return readTable(foundTable.table, foundTable.layout)
  const unknown = sheets.flatMap((sheet) => likelyTable(sheet) ?? [])[0]
  return unknown ? unknownColumns(unknown) : failedStatement('head')
}

const unknownColumns = (unknown: StatementTable): ReadStatement =>
  unknown.rows.length > MAX_LINES
    ? failedStatement('tooMany', unknown.rows[MAX_LINES]!.line)
    : { method: 'bank', lines: [], refunds: [], faults: [], unknown }

/** Reads a table whose columns are known. */
export function readTable(table: StatementTable, layout: Layout): ReadStatement {
  const { method } = layout
  const { rows } = table
  if (!rows.length) return { method, lines: [], refunds: [], faults: [faultAt(1, null, 'empty')] }
  if (rows.length > MAX_LINES) return failedStatement('tooMany', rows[MAX_LINES]!.line)
  const tableRows = readRows(table, layout)
  return tableRows ? { method, ...tableRows } : unknownColumns(table)
}

const tableAt = (sheet: SheetRow[], rowIndex: number): StatementTable => ({
  above: sheet.slice(0, rowIndex).map(({ record }) => record),
  heading: sheet[rowIndex]!.record,
  rows: sheet.slice(rowIndex + 1),
})

function knownTable(sheet: SheetRow[], savedColumns?: ReadonlyMap<string, ColumnChoice>) {
  for (const [rowIndex, { record }] of sheet.slice(0, MAX_LINES_ABOVE + 1).entries()) {
    const layout = layoutOf(record, savedColumns)
    if (layout) return { table: tableAt(sheet, rowIndex), layout }
  }
  return null
}

/** The row that is most probably a heading: the one with the most cells of words without numbers. */
function likelyTable(sheet: SheetRow[]): StatementTable | null {
  const sizes = sheet.slice(0, MAX_LINES_ABOVE + 1).map(({ record }) => {
    const cells = record.filter(Boolean)
    return cells.some((cell) => /\d{3}/.test(cell)) ? 0 : cells.length
  })
  const size = Math.max(0, ...sizes)
  return size > 2 ? tableAt(sheet, sizes.indexOf(size)) : null
}
