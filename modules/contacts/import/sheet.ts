import { wellFormed } from '#src/core/text/well-formed.ts'
import type { SheetRow } from '#src/files/spreadsheet/read-xlsx.ts'
import type { MessageKey } from '#views/language/messages.ts'

/**
 * The fields that a column of a file can have; besides those of contacts, the two parts of a name, and a
 * phone number that may not be mobile.
 */
export const FIELDS = [
  'name',
  'family',
  'given',
  'organisation',
  'mobile',
  'phone',
  'email',
  'group',
] as const
export type Field = (typeof FIELDS)[number]

/** The field of each column of a file; null for a column that is not imported. */
export type Choice = (Field | null)[]

/** A file of people as a table; the `line` of a row is its number in a text editor or spreadsheet. */
export interface Sheet {
  /** The heads of a vCard are our names for its properties, see `vcard/card-columns.ts`. */
  kind: 'table' | 'vcard'
  /** The head of each column; '' for a column without one. */
  heads: string[]
  rows: SheetRow[]
}

/** The reason why a file cannot be read, and the line with the problem. */
export interface Unreadable {
  line: number
  problem: MessageKey
}

export const MAX_ROWS = 5000
export const MAX_COLUMNS = 200
/** Longer cells are cut, because no field of a contact is as long. */
const MAX_CELL_LENGTH = 300
/** The maximum number of characters of all cells together. */
const MAX_SHEET_CHARACTERS = 4_000_000

/** Removes empty columns and characters that PostgreSQL cannot store. */
export function trimmedSheet({ kind, heads, rows }: Sheet): Sheet | Unreadable {
  if (!rows.length) return { line: 1, problem: 'contacts.import.empty' }
  if (rows.length > MAX_ROWS) return { line: rows[MAX_ROWS]!.line, problem: 'contacts.import.tooMany' }
  const width = rows.reduce((max, { record }) => Math.max(max, record.length), heads.length)
  const usedColumns = Array.from({ length: width }, (_, index) => index).filter((index) =>
    rows.some(({ record }) => record[index]?.trim()),
  )
  if (usedColumns.length > MAX_COLUMNS) return { line: 1, problem: 'contacts.import.tooWide' }
  let size = 0
  const trimmedRows = rows.map(({ record, line }, index) => {
    const cells = usedColumns.map((column) => plainCell(record[column] ?? ''))
    for (const cell of cells) size += cell.length
    return { record: cells, line: Number.isSafeInteger(line) ? line : index + 2 }
  })
  if (size > MAX_SHEET_CHARACTERS) return { line: 1, problem: 'contacts.import.tooLarge' }
  return { kind, heads: usedColumns.map((column) => plainCell(heads[column] ?? '')), rows: trimmedRows }
}

const plainCell = (text: string) =>
  wellFormed(text.slice(0, MAX_CELL_LENGTH)).replaceAll('\0', '').replace(/\s+/g, ' ').trim()
