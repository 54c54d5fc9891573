import { stringify } from 'csv-stringify/sync'

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export const csvLines = (rows: string[][]): string =>
  stringify(rows, { escape_formulas: true, record_delimiter: 'windows' })

/** Excel takes a file without a byte order mark for one of its own code page. */
export const BYTE_ORDER_MARK = '\ufeff'
