import { type DateFormat, dateFormats, textOfNumber } from './number-formats.ts'
import { walkXml } from './walk-xml.ts'

/** A row with at least one cell; `line` counts from 1 as the spreadsheet does. */
export interface SheetRow {
  record: string[]
  line: number
}

/** The maximum number of columns; further columns are ignored. */
const MAX_COLUMNS = 200

/**
 * The rows of each sheet of an XLSX workbook; `parts` are its unpacked parts by path. Dates become
 * yyyy-MM-dd, followed by the time if the cell shows one. Throws for parts that are not well-formed.
 */
export function readWorkbook(parts: ReadonlyMap<string, Uint8Array>): SheetRow[][] {
  const xml = (path: string) => {
    const bytes = parts.get(path)
    return bytes ? new TextDecoder().decode(bytes) : ''
  }
  const shared = sharedStrings(xml('xl/sharedStrings.xml'))
  const formats = dateFormats(xml('xl/styles.xml'))
  const since1904 = countsFrom1904(xml('xl/workbook.xml'))
  return [...parts.keys()]
    .filter((path) => /^xl\/worksheets\/[^/]+\.xml$/.test(path))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((path) => rowsOf(xml(path), { shared, formats, since1904 }))
}

/** Whether days are counted from 1904, as in workbooks of old Macs. */
function countsFrom1904(text: string): boolean {
  let is1904 = false
  walkXml(text, {
    open: (name, { date1904 = '' }) => {
      if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
    },
  })
  return is1904
}

function sharedStrings(text: string): string[] {
  if (!text) return []
  const strings: string[] = []
  let words = ''
  let isReading = false
  let isPhonetic = false
  walkXml(text, {
    open: (name) => {
      if (name === 'si') words = ''
      if (name === 'rPh') isPhonetic = true
      isReading = name === 't' && !isPhonetic
    },
    close: (name) => {
      isReading = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') strings.push(words)
    },
    onText: (chunk) => {
      if (isReading) words += chunk
    },
  })
  return strings
}

interface Book {
  shared: string[]
  /** Whether cells of a style show a date, a time, or both. */
  formats: DateFormat[]
  since1904: boolean
}

function rowsOf(text: string, book: Book): SheetRow[] {
  const rows: SheetRow[] = []
  let line = 0
  let record: string[] = []
  let column = 0
  let type = ''
  let style = 0
  let words = ''
  let isReading = false
  walkXml(text, {
    open: (name, attributes) => {
      isReading = name === 'v' || name === 't'
      if (name === 'row') {
        line = Number(attributes.r ?? line + 1)
        record = []
        column = -1
      }
      if (name !== 'c') return
      column = attributes.r ? columnOf(attributes.r) : column + 1
      type = attributes.t ?? 'n'
      style = Number(attributes.s ?? 0)
      words = ''
    },
    close: (name) => {
      isReading = false
      if (name === 'c' && column < MAX_COLUMNS) record[column] = cellOf(words, type, style, book)
      if (name === 'row' && record.some(Boolean))
        rows.push({ line, record: Array.from(record, (cell) => cell ?? '') })
    },
    onText: (chunk) => {
      if (isReading) words += chunk
    },
  })
  return rows
}

/** The index of the column in a cell's address such as AB12, counted from 0. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of address) {
    if (letter < 'A' || letter > 'Z') break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

function cellOf(words: string, type: string, style: number, { shared, formats, since1904 }: Book): string {
  if (type === 's') return shared[Number(words)] ?? ''
  if (type !== 'n' || !words) return type === 'e' ? '' : words
  return textOfNumber(words, formats[style] ?? null, since1904)
}
