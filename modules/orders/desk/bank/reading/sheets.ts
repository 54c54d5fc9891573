import { readRecords } from '#src/files/csv/read-csv.ts'
import { readWorkbook, type SheetRow } from '#src/files/spreadsheet/read-xlsx.ts'
import { unpackTables } from '#src/files/spreadsheet/unpack.ts'
import type { StatementProblemKey } from './fault.ts'

/** The reason why a file cannot be read, and the line. */
export interface Unreadable {
  problem: StatementProblemKey
  line: number
}

/** The maximum number of lines above the header row. */
export const MAX_LINES_ABOVE = 20

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** The first bytes of PNG, JPEG and GIF files. */
const PICTURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
]

/**
 * The tables of a file: a CSV file has one, a workbook one for each sheet, an archive those of its files.
 */
export function readSheets(bytes: Uint8Array, isInArchive = false): SheetRow[][] | Unreadable {
  if (!bytes.length) return { problem: 'nothing', line: 1 }
  if (PICTURES.some((start) => startsWith(bytes, ...start))) return { problem: 'picture', line: 1 }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: 'xls', line: 1 }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return isInArchive ? [] : readArchive(bytes)
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return { problem: 'pdf', line: 1 }
  // Some banks give the ending .xls to an HTML page or an XML file of Excel 2003.
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart().toLowerCase()
  if (/^\ufeff?<(html|table|!doctype|\?xml|meta|style)/.test(start)) return { problem: 'xls', line: 1 }
  const records = readRecords(bytes, { above: MAX_LINES_ABOVE, looseQuotes: true })
  return typeof records === 'number' ? { problem: 'broken', line: records } : [records]
}

function readArchive(bytes: Uint8Array): SheetRow[][] | Unreadable {
  const parts = unpackTables(bytes)
  if (!parts) return { problem: 'archive', line: 1 }
  if (parts.has('xl/workbook.xml')) {
    try {
      return readWorkbook(parts)
    } catch {
      return { problem: 'archive', line: 1 }
    }
  }
  const sheets: SheetRow[][] = []
  for (const [path, part] of parts) {
    if (!/\.(csv|txt|xlsx)$/i.test(path)) continue
    const tables = /\.xlsx$/i.test(path) ? readArchive(part) : readSheets(part, true)
    if ('problem' in tables) return tables
    sheets.push(...tables)
  }
  return sheets.length ? sheets : { problem: 'archive', line: 1 }
}
