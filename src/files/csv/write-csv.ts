import { stringify } from 'csv-stringify/sync'

const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Adds an apostrophe before a cell that a spreadsheet would read as a formula; negative numbers are
 * unchanged.
 */
const escapeFormula = (cell: string) => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)

/** The rows as CSV text; each ends with CR LF. */
export const csvLines = (rows: string[][]): string =>
  stringify(
    rows.map((row) => row.map(escapeFormula)),
    { record_delimiter: 'windows' },
  )

/** Without a byte order mark, Excel assumes one of its code pages. */
export const BYTE_ORDER_MARK = '\ufeff'
