import { decoded } from './decode.ts'
import { Parser } from './parser.ts'
import { Dict, numberOf, Stream, type Value } from './values.ts'

/** The location of an object: an offset in the file, or an object stream. */
export type Entry = { at: number } | { stream: number; index: number } | null

export interface Table {
  /** By object number; null for a free one. */
  entries: Map<number, Entry>
  trailer: Dict
}

/** The maximum number of sections that are followed. */
const MAX_SECTIONS = 1000

/** An object takes several bytes, so a table with more entries is invalid. */
const MAX_ENTRIES = 2_000_000

/**
 * Reads the cross-reference table of a file, following its sections from the last `startxref`. Throws if a
 * section cannot be read. If a section has two entries for one object, the first counts, as in other
 * readers.
 */
export function readTable(bytes: Buffer): Table {
  const table: Table = { entries: new Map(), trailer: new Dict(-1) }
  const visited = new Set<number>()
  for (let offset: number | null = lastTable(bytes); offset; ) {
    if (visited.has(offset) || visited.size > MAX_SECTIONS) break
    visited.add(offset)
    const { entries, trailer } = readSection(bytes, offset)
    for (const [number, entry] of entries) add(table.entries, number, entry)
    for (const [key, value] of trailer.entries)
      if (!table.trailer.entries.has(key)) table.trailer.entries.set(key, value)
    offset = numberOf(trailer.entries.get('Prev'))
  }
  return table
}

function lastTable(bytes: Buffer): number {
  const index = bytes.lastIndexOf('startxref', undefined, 'latin1')
  const offset = index < 0 ? null : new Parser(bytes, index + 9).takeInteger()
  if (offset === null) throw new Error('Nothing says where the table is')
  return offset
}

/**
 * A hybrid section hides objects from older readers: the table lists them as free, and a stream contains
 * their locations.
 */
function readSection(bytes: Buffer, offset: number): Table {
  const parser = new Parser(bytes, offset)
  const entries = new Map<number, Entry>()
  const trailer = parser.take('xref') ? readRows(parser, entries) : readStream(parser, entries)
  const streamOffset = numberOf(trailer.entries.get('XRefStm'))
  if (!streamOffset) return { entries, trailer }
  const hidden = new Map<number, Entry>()
  readStream(new Parser(bytes, streamOffset), hidden)
  for (const [number, entry] of hidden) if (!entries.get(number)) entries.set(number, entry)
  return { entries, trailer }
}

function readRows(parser: Parser, entries: Map<number, Entry>): Dict {
  while (!parser.take('trailer')) {
    const firstNumber = parser.takeInteger()
    const count = parser.takeInteger()
    if (firstNumber === null || count === null) throw new Error('This is no table')
    for (let row = 0; row < count; row++) {
      const entryOffset = parser.takeInteger()
      const generation = parser.takeInteger()
      const kind = parser.word()
      if (entryOffset === null || generation === null) throw new Error('This is no row of a table')
      add(entries, firstNumber + row, kind === 'n' ? { at: entryOffset } : null)
    }
  }
  const trailer = parser.value()
  if (!(trailer instanceof Dict)) throw new Error('The table has no trailer')
  return trailer
}

function readStream(parser: Parser, entries: Map<number, Entry>): Dict {
  const value = parser.indirectObject(() => null)?.value
  if (!(value instanceof Stream)) throw new Error('This is no table')
  const { dict } = value
  const data = decoded(value)
  const widths = numbersIn(dict.entries.get('W'))
  const [size = 0] = numbersIn([dict.entries.get('Size') ?? null])
  const index = numbersIn(dict.entries.get('Index'))
  const spans = index.length > 1 ? index : [0, size]
  const length = widths.reduce((sum, width) => sum + width, 0)
  if (widths.length < 3 || length < 1 || widths.some((width) => width < 0 || width > 8))
    throw new Error('This is no table')
  let row = 0
  for (let span = 0; span + 1 < spans.length; span += 2)
    for (let n = 0; n < spans[span + 1]! && (row + 1) * length <= data.length; n++)
      add(entries, spans[span]! + n, entryOf(data, row++ * length, widths))
  return dict
}

function entryOf(
  data: Buffer,
  start: number,
  [kindWidth = 0, firstWidth = 0, secondWidth = 0]: number[],
): Entry {
  const number = (position: number, width: number) => {
    let value = 0
    for (let n = 0; n < width; n++) value = value * 256 + data[position + n]!
    return value
  }
  const kind = kindWidth === 0 ? 1 : number(start, kindWidth)
  const firstField = number(start + kindWidth, firstWidth)
  const secondField = number(start + kindWidth + firstWidth, secondWidth)
  if (kind === 1) return { at: firstField }
  return kind === 2 ? { stream: firstField, index: secondField } : null
}

function add(entries: Map<number, Entry>, number: number, entry: Entry) {
  if (entries.size > MAX_ENTRIES) throw new Error('The table claims more objects than there can be')
  if (!entries.has(number)) entries.set(number, entry)
}

const numbersIn = (value: Value | undefined): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : []
