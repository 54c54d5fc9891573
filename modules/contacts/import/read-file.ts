import { textOf } from '#src/files/csv/read-csv.ts'
import { isWorkbook, readTable } from '#src/files/spreadsheet/read-table.ts'
import type { SheetRow } from '#src/files/spreadsheet/read-xlsx.ts'
import { isAddress } from '#views/values/address.ts'
import { fieldNamed } from './heads.ts'
import { type Sheet, trimmedSheet, type Unreadable } from './sheet.ts'
import { isVcard, readVcard } from './vcard/read-vcard.ts'

/** The maximum size of a file, in bytes: vCards contain pictures, which are dropped. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Reads vCards, the first sheet of an XLSX workbook, or a spreadsheet's CSV. Stores nothing. */
export function readFile(bytes: Uint8Array): Sheet | Unreadable {
  const text = isWorkbook(bytes) ? '' : textOf(bytes)
  const sheet = isVcard(text) ? readVcard(text) : readSheet(bytes)
  return 'problem' in sheet ? sheet : trimmedSheet(sheet)
}

function readSheet(bytes: Uint8Array): Sheet | Unreadable {
  const rows = readTable(bytes)
  if ('problem' in rows) return { line: rows.line, problem: `contacts.import.${rows.problem}` }
  return withHeads(rows)
}

/** Separates the heads from the rows. A first row with no known head and with an email is a person. */
function withHeads(rows: SheetRow[]): Sheet {
  const [firstRow, ...otherRows] = rows
  const record = firstRow?.record ?? []
  const isPerson = !record.some(fieldNamed) && record.some((cell) => isAddress(cell.trim()))
  return isPerson ? { kind: 'table', heads: [], rows } : { kind: 'table', heads: record, rows: otherRows }
}
