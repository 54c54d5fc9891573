import { parse } from 'csv-parse/sync'

export interface CsvRecord {
  record: string[]
  /** The line on which the record ends, as a text editor counts. */
  line: number
}

export interface CsvOptions {
  /** How many lines may precede the heading, which determines the separator. */
  above?: number
  /** Whether a quotation mark may occur within an unquoted cell, as in `="0012"`. */
  looseQuotes?: boolean
}

/**
 * Reads a spreadsheet's CSV in UTF-8, UTF-16 or GB 18030. Returns its records, or the number of the first
 * invalid line.
 */
export function readRecords(
  bytes: Uint8Array,
  { above = 0, looseQuotes = false }: CsvOptions = {},
): CsvRecord[] | number {
  const text = textOf(bytes)
  const heading = text.split(/\r?\n/, above + 1).join('\n')
  const delimiter = [',', ';', '\t', '|'].toSorted(
    (one, other) => heading.split(other).length - heading.split(one).length,
  )[0]
  try {
    const parsedRecords = parse(text, {
      delimiter,
      bom: true,
      trim: true,
      info: true,
      relax_quotes: looseQuotes,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return parsedRecords.map(({ record, info }) => ({ record, line: info.lines }))
  } catch (error) {
    return (error as { lines?: number }).lines ?? 1
  }
}

/** The text of a file in UTF-8, UTF-16 or GB 18030. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
