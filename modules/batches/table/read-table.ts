import { setImmediate } from 'node:timers/promises'
import { cleanText } from '#src/core/text/clean-text.ts'
import { readTable } from '#src/files/spreadsheet/read-table.ts'
import type { SheetRow } from '#src/files/spreadsheet/read-xlsx.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { Cells, CheckedRow, CheckRow } from './check-row.ts'
import { columnFinder, type Model } from './columns.ts'

export const MAX_ROWS = 500
/**
 * Longer cells are cut: one character beyond the maximum length of a text is enough for its check to report
 * it.
 */
export const MAX_CELL_LENGTH = 5000

export interface Unreadable {
  line: number
  problem: MessageKey<'batches.unreadable'>
}

export interface ReadRow {
  number: number
  cells: Cells
}

export interface ReadRows {
  rows: ReadRow[]
  /** The heads that match no column. */
  ignored: string[]
}

/** The rows of a table, by the columns that its heads name. */
export function readRows(bytes: Uint8Array, model: Model): ReadRows | Unreadable {
  const table = readTable(bytes)
  if ('problem' in table) return table
  const [heads, ...rows] = table
  if (!heads || !rows.length) return { line: 1, problem: 'empty' }
  if (rows.length > MAX_ROWS) return { line: rows[MAX_ROWS]!.line, problem: 'tooMany' }
  const findColumn = columnFinder(model)
  const columns = heads.record.map((head) => findColumn(head)?.id)
  const knownColumns = columns.filter(Boolean)
  if (!knownColumns.length) return { line: heads.line, problem: 'noColumn' }
  if (new Set(knownColumns).size < knownColumns.length) return { line: heads.line, problem: 'twice' }
  const ignored = heads.record.filter((head, index) => !columns[index] && head.trim())
  return {
    rows: renumber(rows).map((row) => rowOf(row, columns)),
    ignored: ignored.map((head) => cleanText(head).slice(0, 100)),
  }
}

/** Gives each row a different number, because a file may number its rows wrongly. */
function renumber(rows: SheetRow[]): SheetRow[] {
  let lastNumber = 1
  return rows.map(({ record, line }) => {
    lastNumber = Math.max(lastNumber + 1, line < 2_000_000 ? line : 0)
    return { record, line: lastNumber }
  })
}

function rowOf({ record, line }: SheetRow, columns: (string | undefined)[]): ReadRow {
  const cells: Cells = {}
  for (const [index, id] of columns.entries()) {
    const text = cellText(record[index] ?? '')
    if (id && text) cells[id] = text
  }
  return { number: line, cells }
}

/** Removes the apostrophe before a sign: it keeps a spreadsheet from reading the text as a formula. */
export const cellText = (text: string) =>
  cleanText(text.slice(0, MAX_CELL_LENGTH))
    .replace(/^'(?=[=+\-@])/, '')
    .trim()

/** Checks the rows one after another, so that other requests are answered meanwhile. */
export async function checkRows(rows: ReadRow[], check: CheckRow) {
  const checkedRows: (ReadRow & CheckedRow)[] = []
  for (const row of rows) {
    checkedRows.push({ ...row, ...check(row.cells) })
    await setImmediate()
  }
  return checkedRows
}
