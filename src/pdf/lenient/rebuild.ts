import { decoded } from './decode.ts'
import { Parser } from './parser.ts'
import type { Entry, Table } from './table.ts'
import { Dict, Name, numberOf, Ref, Stream, type Value } from './values.ts'

/** The offset of each object header in the file, in order. */
export function headsIn(bytes: Buffer): { number: number; at: number }[] {
  const objects: { number: number; at: number }[] = []
  for (let end = bytes.indexOf('obj', 0, 'latin1'); end >= 0; end = bytes.indexOf('obj', end + 3, 'latin1')) {
    const head = headBefore(bytes, end)
    if (head) objects.push(head)
  }
  return objects
}

function headBefore(bytes: Buffer, end: number) {
  const text = bytes.toString('latin1', Math.max(0, end - 40), end)
  const match = /(?<![\d.])(\d{1,10})[\s\0]{1,8}\d{1,5}[\s\0]{0,8}$/.exec(text)
  return match ? { number: Number(match[1]), at: end - text.length + match.index } : null
}

/** Builds a table for a file without a readable one; the last object with each number counts. */
export function rebuildTable(bytes: Buffer): Table {
  const table: Table = { entries: new Map(), trailer: new Dict(-1) }
  const heads = headsIn(bytes)
  const packed = new Map<number, Entry>()
  for (const { number, at } of heads) {
    table.entries.set(number, { at })
    const value = valueAt(bytes, at)
    const type = value instanceof Stream ? value.dict.entries.get('Type') : undefined
    if (value instanceof Stream && isNamed(type, 'ObjStm'))
      for (const [index, [inner]] of (unpacked(value)?.places ?? []).entries())
        packed.set(inner, { stream: number, index })
    if (value instanceof Stream && isNamed(type, 'XRef')) copyTrailerEntries(table.trailer, value.dict)
    if (
      value instanceof Dict &&
      isNamed(value.entries.get('Type'), 'Catalog') &&
      !table.trailer.entries.has('Root')
    )
      table.trailer.entries.set('Root', new Ref(number, 0))
  }
  for (const [number, entry] of packed) if (!table.entries.has(number)) table.entries.set(number, entry)
  for (let offset = bytes.indexOf('trailer'); offset >= 0; offset = bytes.indexOf('trailer', offset + 7)) {
    const value = new Parser(bytes, offset + 7).value()
    if (value instanceof Dict) copyTrailerEntries(table.trailer, value)
  }
  return table
}

function copyTrailerEntries(trailer: Dict, source: Dict) {
  for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
    const value = source.entries.get(key)
    if (value !== undefined && value !== null) trailer.entries.set(key, value)
  }
}

const isNamed = (value: Value | undefined, name: string) => value instanceof Name && value.value === name

function valueAt(bytes: Buffer, offset: number): Value {
  try {
    return new Parser(bytes, offset).indirectObject(() => null)?.value ?? null
  } catch {
    return null
  }
}

/** The objects in an object stream, and their offsets after `first`. */
export interface Packed {
  bytes: Buffer
  first: number
  /** The number and the offset of each object. */
  places: [number: number, offset: number][]
}

/** The content of an object stream; null if it cannot be read. */
export function unpacked(stream: Stream): Packed | null {
  try {
    const bytes = decoded(stream)
    const parser = new Parser(bytes, 0, false)
    const count = numberOf(stream.dict.entries.get('N')) ?? 0
    const places: [number, number][] = []
    for (let n = 0; n < count; n++) {
      const number = parser.takeInteger()
      const offset = parser.takeInteger()
      if (number === null || offset === null) break
      places.push([number, offset])
    }
    return { bytes, first: numberOf(stream.dict.entries.get('First')) ?? 0, places }
  } catch {
    return null
  }
}
