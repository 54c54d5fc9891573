import { parse } from 'csv-parse/sync'

export interface CsvRecord {
  record: string[]
  /** The line on which it ends, as a text editor counts. */
  line: number
}

/**
 * Reads a spreadsheet's CSV in UTF-8, UTF-16 or GB 18030. Returns its records, or the number of the first
 * invalid line. The heading determines the separator; up to `above` lines may precede it.
 */
export function readRecords(bytes: Uint8Array, above = 0): CsvRecord[] | number {
  const text = textOf(bytes)
  const head = text.split(/\r?\n/, above + 1).join('\n')
  const delimiter = [',', ';', '\t'].toSorted(
    (one, other) => head.split(other).length - head.split(one).length,
  )[0]
  try {
    const read = parse(text, {
      delimiter,
      bom: true,
      trim: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return read.map(({ record, info }) => ({ record, line: info.lines }))
  } catch (error) {
    return (error as { lines?: number }).lines ?? 1
  }
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
