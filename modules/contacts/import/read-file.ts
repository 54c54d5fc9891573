import { readRecords, textOf } from '#src/files/csv/read-csv.ts'
import { readWorkbook, type SheetRow } from '#src/files/spreadsheet/read-xlsx.ts'
import { unpackTables } from '#src/files/spreadsheet/unpack.ts'
import { isAddress } from '#views/values/address.ts'
import { fieldNamed } from './heads.ts'
import { type Sheet, trimmedSheet, type Unreadable } from './sheet.ts'
import { isVcard, readVcard } from './vcard/read-vcard.ts'

const MB = 1024 * 1024
/** vCards hold pictures, which are dropped. */
export const LARGEST_FILE = 20 * MB
const LARGEST_TABLE = 2 * MB
/** Of one unpacked part: reading it takes the time of everybody. */
const LARGEST_PART = 8 * MB

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** Reads vCards, the first sheet of an XLSX workbook, or a spreadsheet's CSV. Stores nothing. */
export function readFile(bytes: Uint8Array): Sheet | Unreadable {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { line: 1, problem: 'contacts.import.xls' }
  const isTable = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
  const text = isTable ? '' : textOf(bytes)
  const sheet = isVcard(text)
    ? readVcard(text)
    : bytes.length > LARGEST_TABLE
      ? { line: 1, problem: 'contacts.import.tooLarge' as const }
      : isTable
        ? readXlsx(bytes)
        : readCsv(bytes)
  return 'problem' in sheet ? sheet : trimmedSheet(sheet)
}

function readCsv(bytes: Uint8Array): Sheet | Unreadable {
  const records = readRecords(bytes, { looseQuotes: true })
  if (typeof records === 'number') return { line: records, problem: 'contacts.import.broken' }
  return withHeads(records)
}

function readXlsx(bytes: Uint8Array): Sheet | Unreadable {
  const parts = unpackTables(bytes, LARGEST_PART)
  if (!parts?.has('xl/workbook.xml')) return { line: 1, problem: 'contacts.import.workbook' }
  try {
    return withHeads(readWorkbook(parts).find((rows) => rows.length) ?? [])
  } catch {
    return { line: 1, problem: 'contacts.import.workbook' }
  }
}

/** A first row in which no head is known, but somebody's email, is a person. */
function withHeads(rows: SheetRow[]): Sheet {
  const [first, ...rest] = rows
  const record = first?.record ?? []
  const isPerson = !record.some(fieldNamed) && record.some((cell) => isAddress(cell.trim()))
  return isPerson ? { kind: 'table', heads: [], rows } : { kind: 'table', heads: record, rows: rest }
}
