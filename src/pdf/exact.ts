import { PdfArray, PdfDict, PdfNull, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { Lexer, PdfSyntaxError } from './lexer.ts'
import { naturalOf, readIndirect, readSections, type XrefEntry, type XrefSection } from './xref.ts'

/** The maximum length of a chain of references that is followed. */
const MAX_STEPS = 32

/** The maximum depth of a page tree, and how often it may visit an object. */
const MAX_DEPTH = 64
const MAX_NODES = 4

/** A page with its reference; inherited entries are not included. */
export interface PageEntry {
  ref: PdfRef
  dict: PdfDict
}

/**
 * Reads a PDF exactly as it is written; objects are parsed on demand. Throws PdfSyntaxError if the
 * cross-reference sections cannot be read.
 */
export class ExactPdf {
  readonly bytes: Uint8Array
  readonly sections: XrefSection[]
  readonly entries = new Map<number, XrefEntry>()
  private readonly objects = new Map<number, PdfObject | null>()
  private readonly opened = new Map<number, Map<number, PdfObject>>()

  private readonly earlier: ExactPdf | null

  /**
   * `earlier` is an earlier version of the same file, whose parsed objects are reused if they are unchanged.
   */
  constructor(bytes: Uint8Array, earlier: ExactPdf | null = null) {
    this.bytes = bytes
    this.earlier = earlier
    this.sections = readSections(bytes)
    for (const { entries } of this.sections)
      for (const [number, entry] of entries) if (!this.entries.has(number)) this.entries.set(number, entry)
  }

  /** The trailer of the newest section; in a hybrid file, that of the table. */
  get trailer(): PdfDict {
    return this.newest.trailer
  }

  get newest(): XrefSection {
    const [first, second] = this.sections as [XrefSection, XrefSection | undefined]
    return second?.trailer.has('XRefStm') && first.kind === 'stream' ? second : first
  }

  /** One more than the highest number in use. */
  get count(): number {
    let max = (naturalOf(this.trailer, 'Size') ?? 1) - 1
    for (const number of this.entries.keys()) if (number > max) max = number
    return max + 1
  }

  /** The catalog. Throws if there is none. */
  get catalog(): PdfDict {
    const catalog = this.resolve(this.trailer.get('Root'))
    if (!(catalog instanceof PdfDict)) throw new PdfSyntaxError('No catalog', 0)
    return catalog
  }

  /**
   * The object with this number; null if there is none. Throws PdfSyntaxError if something else is at its
   * offset.
   */
  object(number: number): PdfObject | null {
    const cached = this.objects.get(number)
    if (cached !== undefined) return cached
    // Makes a stream length resolve to null if it refers to its own stream.
    this.objects.set(number, null)
    try {
      const object = this.read(number)
      this.objects.set(number, object)
      return object
    } catch (error) {
      this.objects.delete(number)
      throw error
    }
  }

  private read(number: number): PdfObject | null {
    const entry = this.entries.get(number)
    if (!entry || entry.kind === 'free') return null
    if (this.earlier && this.isUnchangedSince(this.earlier, number)) return this.earlier.object(number)
    if (entry.kind === 'packed') return this.packed(entry.stream).get(number) ?? null
    const indirect = readIndirect(new Lexer(this.bytes), entry.offset, (dict) => this.lengthOf(dict))
    if (indirect.number !== number || indirect.generation !== entry.generation)
      throw new PdfSyntaxError(`Object ${number} is another one`, entry.offset)
    return indirect.object instanceof PdfNull ? null : indirect.object
  }

  /**
   * Whether an object is at the same offset as in an earlier version of the file, and therefore unchanged.
   */
  isUnchangedSince(earlier: ExactPdf, number: number): boolean {
    const oldEntry = earlier.entries.get(number)
    const newEntry = this.entries.get(number)
    if (oldEntry?.kind === 'offset' && newEntry?.kind === 'offset')
      return oldEntry.offset === newEntry.offset && oldEntry.generation === newEntry.generation
    if (oldEntry?.kind !== 'packed' || newEntry?.kind !== 'packed') return oldEntry?.kind === newEntry?.kind
    return (
      oldEntry.stream === newEntry.stream &&
      oldEntry.index === newEntry.index &&
      this.isUnchangedSince(earlier, oldEntry.stream)
    )
  }

  private lengthOf(dict: PdfDict): number | undefined {
    const length = this.resolve(dict.get('Length'))
    return length instanceof PdfNumber && length.value >= 0 ? length.value : undefined
  }

  /**
   * The content of an object stream, by object number. Throws PdfSyntaxError if the object is not an object
   * stream.
   */
  packed(stream: number): Map<number, PdfObject> {
    const cached = this.opened.get(stream)
    if (cached) return cached
    const entry = this.entries.get(stream)
    const object = entry?.kind === 'offset' ? this.object(stream) : null
    if (!(object instanceof PdfStream) || object.getName('Type')?.value !== 'ObjStm')
      throw new PdfSyntaxError(`Object ${stream} is no object stream`, 0)
    const content = new Map(packedObjects(object).map(({ number, object }) => [number, object]))
    this.opened.set(stream, content)
    return content
  }

  /** Follows a reference; returns any other object unchanged, and null if the target is missing. */
  resolve(object: PdfObject | null | undefined): PdfObject | null {
    let resolved = object ?? null
    for (let step = 0; resolved instanceof PdfRef; step++) {
      if (step > MAX_STEPS) throw new PdfSyntaxError('References in a circle', 0)
      resolved = this.object(resolved.objectNumber)
    }
    return resolved instanceof PdfNull ? null : resolved
  }

  /** Resolves to a dictionary that is not a stream; null for anything else. */
  dict(object: PdfObject | null | undefined): PdfDict | null {
    const resolved = this.resolve(object)
    return resolved instanceof PdfDict && !(resolved instanceof PdfStream) ? resolved : null
  }

  array(object: PdfObject | null | undefined): PdfArray | null {
    const resolved = this.resolve(object)
    return resolved instanceof PdfArray ? resolved : null
  }

  /** All pages in order. Throws PdfSyntaxError if the page tree is invalid. */
  pages(): PageEntry[] {
    const pages: PageEntry[] = []
    let visited = 0
    const collect = (node: PdfObject | undefined, depth: number) => {
      const dict = this.dict(node)
      if (!(node instanceof PdfRef) || !dict) return
      if (depth > MAX_DEPTH || visited++ > MAX_NODES * this.entries.size)
        throw new PdfSyntaxError('A page tree in a circle', 0)
      const kids = this.array(dict.get('Kids'))
      if (!kids) pages.push({ ref: node, dict })
      for (const kid of kids ?? []) collect(kid, depth + 1)
    }
    collect(this.catalog.get('Pages'), 0)
    return pages
  }
}

export interface PackedObject {
  number: number
  object: PdfObject
}

/**
 * The objects in an object stream, in order. Throws PdfSyntaxError if the index of the stream does not match
 * them.
 */
export function packedObjects(stream: PdfStream, strict = false): PackedObject[] {
  const data = stream.getDecodedData()
  const count = naturalOf(stream, 'N') ?? 0
  const firstOffset = naturalOf(stream, 'First') ?? 0
  const lexer = new Lexer(data, 0, strict)
  if (count > data.length) throw new PdfSyntaxError('Too many objects in a stream', 0)
  const list = Array.from({ length: count }, () => ({
    number: lexer.skipSpace().natural(),
    at: firstOffset + lexer.skipSpace().natural(),
  }))
  return list.map(({ number, at }) => ({ number, object: new Lexer(data, at, strict).object() }))
}
