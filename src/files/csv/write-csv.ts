import { stringify } from 'csv-stringify/sync'

const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * What a spreadsheet would take for a formula begins with an apostrophe; a number below nothing stays one.
 */
const harmless = (cell: string) => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)

/** Rows as lines of a file. */
export const csvLines = (rows: string[][]): string =>
  stringify(
    rows.map((row) => row.map(harmless)),
    { record_delimiter: 'windows' },
  )

/** Excel takes a file without a byte order mark for one of its own code page. */
export const BYTE_ORDER_MARK = '\ufeff'
