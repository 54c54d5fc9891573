import { Parser } from './parser.ts'
import { headsIn, type Packed, rebuildTable, unpacked } from './rebuild.ts'
import { readTable, type Table } from './table.ts'
import { Dict, numberOf, Ref, Stream, type Value } from './values.ts'

/** The maximum number of pages that are read. */
const MAX_PAGES = 20_000
const MAX_DEPTH = 60

/** A page with the entries it inherits from the page tree. */
export interface Page {
  /** null for a page that is a direct object of the tree. */
  ref: Ref | null
  dict: Dict
}

export class EncryptedFile extends Error {}

/**
 * Reads a file that may be damaged: by its cross-reference tables if they lead to a catalog and pages,
 * otherwise by scanning for objects. Read-only; objects are parsed on demand.
 */
export class LenientDocument {
  readonly bytes: Buffer
  private table: Table
  private readonly objects = new Map<number, Value>()
  private readonly streams = new Map<number, Packed | null>()
  private heads: Map<number, number> | null = null
  private readonly reading = new Set<number>()

  /** Throws if the file has no catalog, and EncryptedFile if it needs a password. */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.table = this.readTables() ?? rebuildTable(this.bytes)
    if (!this.hasPages()) this.rebuild()
    if (this.catalog) return
    throw this.encrypted ? new EncryptedFile() : new Error('This file has no catalogue')
  }

  get trailer(): Dict {
    return this.table.trailer
  }

  get catalog(): Dict | null {
    return this.dict(this.trailer.entries.get('Root'))
  }

  get encrypted(): boolean {
    return this.dict(this.trailer.entries.get('Encrypt')) !== null
  }

  private readTables(): Table | null {
    try {
      return readTable(this.bytes)
    } catch {
      return null
    }
  }

  private rebuild() {
    this.table = rebuildTable(this.bytes)
    this.objects.clear()
    this.streams.clear()
  }

  private hasPages(): boolean {
    try {
      const pages = this.catalog && this.dict(this.catalog.entries.get('Pages'))
      return pages !== null && this.pages().length > 0
    } catch {
      return false
    }
  }

  /** The object with this number; null when there is none. */
  object(number: number): Value {
    const cached = this.objects.get(number)
    if (cached !== undefined) return cached
    // Stops cycles: an object whose length refers to itself, or a stream that contains itself.
    if (this.reading.has(number)) return null
    this.reading.add(number)
    try {
      const value = this.read(number)
      this.objects.set(number, value)
      return value
    } finally {
      this.reading.delete(number)
    }
  }

  private read(number: number): Value {
    const entry = this.table.entries.get(number)
    if (!entry) return null
    if ('stream' in entry) return this.packed(entry.stream, number, entry.index)
    return this.objectAt(number, entry.at) ?? this.objectElsewhere(number)
  }

  private objectAt(number: number, offset: number): Value | undefined {
    try {
      const lengthOf = (ref: Ref) => numberOf(this.resolve(ref))
      const indirect = new Parser(this.bytes, offset).indirectObject(lengthOf)
      return indirect?.number === number ? indirect.value : undefined
    } catch {
      return undefined
    }
  }

  /** The last object with that number in the bytes, for a table entry that leads to something else. */
  private objectElsewhere(number: number): Value {
    this.heads ??= new Map(headsIn(this.bytes).map((head) => [head.number, head.at]))
    const offset = this.heads.get(number)
    return offset === undefined ? null : (this.objectAt(number, offset) ?? null)
  }

  private packed(stream: number, number: number, index: number): Value {
    const holder = this.packedIn(stream)
    const indexedPlace = holder?.places[index]
    const offset =
      indexedPlace?.[0] === number ? indexedPlace[1] : holder?.places.find(([one]) => one === number)?.[1]
    if (!holder || offset === undefined) return null
    try {
      return new Parser(holder.bytes, holder.first + offset, false).value()
    } catch {
      return null
    }
  }

  private packedIn(stream: number): Packed | null {
    const cached = this.streams.get(stream)
    if (cached !== undefined) return cached
    const holder = this.object(stream)
    const packed = holder instanceof Stream ? unpacked(holder) : null
    this.streams.set(stream, packed)
    return packed
  }

  resolve(value: Value | undefined): Value {
    let current = value ?? null
    for (let step = 0; current instanceof Ref && step < MAX_DEPTH; step++)
      current = this.object(current.number)
    return current instanceof Ref ? null : current
  }

  dict(value: Value | undefined): Dict | null {
    const resolved = this.resolve(value)
    return resolved instanceof Dict ? resolved : null
  }

  list(value: Value | undefined): Value[] {
    const resolved = this.resolve(value)
    return Array.isArray(resolved) ? resolved : []
  }

  /** The pages in display order, each with inherited entries. */
  pages(): Page[] {
    const pages: Page[] = []
    const visited = new Set<number>()
    const visit = (value: Value | undefined, inherited: Map<string, Value>, depth: number) => {
      if (depth > MAX_DEPTH || pages.length >= MAX_PAGES) return
      const dict = this.dict(value)
      if (!dict) return
      const kids = this.resolve(dict.entries.get('Kids'))
      if (!Array.isArray(kids)) {
        pages.push({ ref: value instanceof Ref ? value : null, dict: withInherited(dict, inherited) })
        return
      }
      if (value instanceof Ref) {
        if (visited.has(value.number)) return
        visited.add(value.number)
      }
      const allEntries = new Map(inherited)
      for (const key of INHERITED) {
        const entry = dict.entries.get(key)
        if (entry !== undefined) allEntries.set(key, entry)
      }
      for (const kid of kids) visit(kid, allEntries, depth + 1)
    }
    visit(this.catalog?.entries.get('Pages'), new Map(), 0)
    return pages
  }
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

function withInherited(dict: Dict, inherited: Map<string, Value>): Dict {
  const complete = new Dict(dict.start)
  complete.end = dict.end
  for (const [key, value] of inherited) complete.entries.set(key, value)
  for (const [key, value] of dict.entries) complete.entries.set(key, value)
  return complete
}
