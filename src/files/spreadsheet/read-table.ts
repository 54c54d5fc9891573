import { readRecords } from '../csv/read-csv.ts'
import { readWorkbook, type SheetRow } from './read-xlsx.ts'
import { unpackTables } from './unpack.ts'

const MB = 1024 * 1024
const MAX_TABLE_BYTES = 2 * MB
/** The maximum size of one unpacked part, because reading blocks all other requests. */
const MAX_PART_BYTES = 8 * MB

/** Why a table cannot be read, and on which line. */
export interface UnreadableTable {
  line: number
  problem: 'xls' | 'workbook' | 'broken' | 'tooLarge'
}

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/** Whether the file is neither a workbook nor text: a PDF, or a file with zeros that is not UTF-16. */
const isOtherFile = (bytes: Uint8Array) =>
  startsWith(bytes, 0x25, 0x50, 0x44, 0x46) ||
  (bytes.subarray(0, 1000).includes(0) && !startsWith(bytes, 0xff, 0xfe) && !startsWith(bytes, 0xfe, 0xff))

export const isWorkbook = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)

/** The rows of an XLSX workbook's first sheet with content, or of a spreadsheet's CSV. */
export function readTable(bytes: Uint8Array): SheetRow[] | UnreadableTable {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { line: 1, problem: 'xls' }
  if (bytes.length > MAX_TABLE_BYTES) return { line: 1, problem: 'tooLarge' }
  if (isWorkbook(bytes)) return readXlsx(bytes)
  if (isOtherFile(bytes)) return { line: 1, problem: 'workbook' }
  const records = readRecords(bytes, { looseQuotes: true })
  return typeof records === 'number' ? { line: records, problem: 'broken' } : records
}

function readXlsx(bytes: Uint8Array): SheetRow[] | UnreadableTable {
  const parts = unpackTables(bytes, MAX_PART_BYTES)
  if (!parts?.has('xl/workbook.xml')) return { line: 1, problem: 'workbook' }
  try {
    return readWorkbook(parts).find((rows) => rows.length) ?? []
  } catch {
    return { line: 1, problem: 'workbook' }
  }
}
