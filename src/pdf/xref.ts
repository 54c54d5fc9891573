import { PdfDict, PdfNumber, PdfStream } from '@libpdf/core'
import { isSpace, Lexer, latin1, PdfSyntaxError } from './lexer.ts'

/** The location of an object: a byte offset, or an index in an object stream. A free entry has none. */
export type XrefEntry =
  | { kind: 'free' }
  | { kind: 'offset'; offset: number; generation: number }
  | { kind: 'packed'; stream: number; index: number }

/** One cross-reference section with its trailer (ISO 32000-2, 7.5.4 to 7.5.8). */
export interface XrefSection {
  kind: 'table' | 'stream'
  /** The offset of `xref`, or of the number of the stream's object. */
  at: number
  /** The offset after the trailer, or after the stream's `endobj`. */
  end: number
  entries: Map<number, XrefEntry>
  /** The trailer; for a cross-reference stream, the dictionary of the stream. */
  trailer: PdfDict
  /** The object number of the stream. */
  number: number | null
}

/**
 * Thrown if a section has two entries for one object, of which readers use either the first or the last one.
 */
export class Duplicate extends PdfSyntaxError {}

export type StructureFault =
  | 'header' // No `%PDF-` of a known version at byte 0.
  | 'syntax' // No valid object, or syntax that readers interpret differently.
  | 'section' // No valid cross-reference section at the stated offset.
  | 'entry' // An entry that does not lead to its object in the revision, or that a table cannot have.
  | 'unlisted' // An object without an entry.
  | 'twice' // Two objects, or two entries, with one number.
  | 'hybrid' // A second cross-reference section for newer readers.
  | 'previous' // /Prev does not give the offset of the section before.
  | 'size' // An object number beyond /Size.
  | 'hidden' // An apparent object header inside a stream or string.
  | 'end' // Bytes that belong to no object or section, or a startxref that is missing or wrong.

export class Fault extends Error {
  fault: StructureFault
  at: number

  constructor(fault: StructureFault, at: number) {
    super(`${fault} at byte ${at}`)
    this.fault = fault
    this.at = at
  }
}

/** An entry takes several bytes, so a section that claims more entries than this is invalid. */
const MAX_ENTRIES = 8_388_607

/** The stated offset of the last cross-reference section. Throws PdfSyntaxError if there is none. */
export function startOfXref(bytes: Uint8Array): number {
  const offset = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('startxref')
  if (offset < 0) throw new PdfSyntaxError('No startxref', bytes.length)
  return new Lexer(bytes, offset + 'startxref'.length).skipSpace(false).natural()
}

/**
 * All sections of a file, newest first. Throws PdfSyntaxError if one cannot be read or lists an object
 * twice.
 */
export function readSections(bytes: Uint8Array): XrefSection[] {
  const sections: XrefSection[] = []
  const visited = new Set<number>()
  let offset: number | undefined = startOfXref(bytes)
  while (offset !== undefined) {
    const section = readSection(bytes, offset)
    if (visited.has(section.at)) throw new PdfSyntaxError('Sections in a circle', offset)
    visited.add(section.at)
    const streamOffset = naturalOf(section.trailer, 'XRefStm')
    // The stream of a hybrid file takes precedence over its table.
    if (section.kind === 'table' && streamOffset !== undefined)
      sections.push(readSection(bytes, streamOffset))
    sections.push(section)
    offset = naturalOf(section.trailer, 'Prev') || undefined
  }
  return sections
}

/** A natural number in a dictionary; undefined if it is missing. Throws PdfSyntaxError for another value. */
export function naturalOf(dict: PdfDict, key: string): number | undefined {
  const value = dict.get(key)
  if (value === undefined) return undefined
  if (value instanceof PdfNumber && Number.isSafeInteger(value.value) && value.value >= 0) return value.value
  throw new PdfSyntaxError(`/${key} is no whole number`, 0)
}

/** Reads the section at this byte, after white space. Throws PdfSyntaxError if there is none. */
export function readSection(bytes: Uint8Array, at: number, lexer = new Lexer(bytes)): XrefSection {
  lexer.at = at
  lexer.skipSpace()
  const start = lexer.at
  return lexer.keyword('xref') ? readTable(lexer, start) : readStream(lexer, start)
}

function readTable(lexer: Lexer, at: number): XrefSection {
  const entries = new Map<number, XrefEntry>()
  while (!lexer.skipSpace().keyword('trailer')) {
    const first = lexer.natural()
    const count = lexer.skipSpace().natural()
    if (entries.size + count > MAX_ENTRIES) throw new PdfSyntaxError('Too many entries', lexer.at)
    const rows = Array.from({ length: count }, () => tableEntry(lexer))
    // All readers take the head of the free list as object 0, even if the writer gave it another number.
    const isShifted = first === 1 && rows[0]?.isListHead === true
    for (const [index, { entry }] of rows.entries())
      addEntry(entries, first + index - (isShifted ? 1 : 0), entry, lexer)
  }
  const trailer = lexer.object()
  if (!(trailer instanceof PdfDict)) throw new PdfSyntaxError('No trailer', lexer.at)
  return { kind: 'table', at, end: lexer.at, entries, trailer, number: null }
}

function tableEntry(lexer: Lexer): { entry: XrefEntry; isListHead: boolean } {
  const offset = lexer.skipSpace().natural()
  const generation = lexer.skipSpace().natural()
  const kind = lexer.skipSpace().word()
  if (kind === 'f') return { entry: { kind: 'free' }, isListHead: generation === 65_535 }
  if (kind !== 'n') throw new PdfSyntaxError('No entry', lexer.at)
  return { entry: { kind: 'offset', offset, generation }, isListHead: false }
}

function addEntry(entries: Map<number, XrefEntry>, number: number, entry: XrefEntry, lexer: Lexer) {
  const existing = entries.get(number)
  // An equal duplicate does no harm, although strict writers avoid it.
  if (existing && (lexer.strict || JSON.stringify(existing) !== JSON.stringify(entry)))
    throw new Duplicate(`Object ${number} is named twice`, lexer.at)
  entries.set(number, entry)
}

function readStream(lexer: Lexer, at: number): XrefSection {
  const { number, object, end } = readIndirect(lexer, at, () => undefined)
  if (!(object instanceof PdfStream) || object.getName('Type')?.value !== 'XRef')
    throw new PdfSyntaxError('No cross-reference section', at)
  const widths = numbersOf(object, 'W')
  if (widths?.length !== 3 || widths.some((width) => width > 6)) throw new PdfSyntaxError('No /W', at)
  const index = numbersOf(object, 'Index') ?? [0, naturalOf(object, 'Size') ?? 0]
  const rows = new Rows(object.getDecodedData(), widths)
  const entries = new Map<number, XrefEntry>()
  for (let pair = 0; pair + 1 < index.length; pair += 2)
    for (let n = 0; n < index[pair + 1]!; n++)
      addEntry(entries, index[pair]! + n, streamEntry(rows.next(at), at), lexer)
  if (!rows.done) throw new PdfSyntaxError('More entries than the section counts', at)
  return { kind: 'stream', at, end, entries, trailer: object, number }
}

function streamEntry(
  [kind = 1, firstField = 0, secondField = 0]: (number | undefined)[],
  at: number,
): XrefEntry {
  if (kind === 0) return { kind: 'free' }
  if (kind === 1) return { kind: 'offset', offset: firstField, generation: secondField }
  if (kind === 2) return { kind: 'packed', stream: firstField, index: secondField }
  throw new PdfSyntaxError('An entry of an unknown kind', at)
}

class Rows {
  private readonly data: Uint8Array
  private readonly widths: number[]
  private at = 0

  constructor(data: Uint8Array, widths: number[]) {
    this.data = data
    this.widths = widths
  }

  get done() {
    return this.at === this.data.length
  }

  /** Undefined for a field of width 0. */
  next(sectionOffset: number): (number | undefined)[] {
    return this.widths.map((width) => {
      if (this.at + width > this.data.length) throw new PdfSyntaxError('A section cut short', sectionOffset)
      const value = this.data.subarray(this.at, this.at + width).reduce((sum, byte) => sum * 256 + byte, 0)
      this.at += width
      return width === 0 ? undefined : value
    })
  }
}

function numbersOf(dict: PdfDict, key: string): number[] | undefined {
  const items = dict.getArray(key)?.toArray()
  return items?.map((item) => {
    if (item instanceof PdfNumber && Number.isSafeInteger(item.value) && item.value >= 0) return item.value
    throw new PdfSyntaxError(`/${key} holds no whole numbers`, 0)
  })
}

/** An indirect object at a byte offset: `8 0 obj … endobj`; `end` is the offset after the last word. */
export function readIndirect(lexer: Lexer, at: number, lengthOf: (dict: PdfDict) => number | undefined) {
  lexer.at = at
  const number = lexer.skipSpace().natural()
  const generation = lexer.skipSpace().natural()
  if (!lexer.skipSpace().keyword('obj')) throw new PdfSyntaxError('No object', at)
  const value = lexer.object()
  const isStream = value instanceof PdfDict && lexer.skipSpace().keyword('stream')
  const object = isStream ? streamAt(lexer, value, lengthOf(value) ?? directLength(value, lexer)) : value
  if (!lexer.skipSpace().keyword('endobj')) throw new PdfSyntaxError('An object without an end', lexer.at)
  return { number, generation, object, end: lexer.at }
}

function directLength(dict: PdfDict, { at }: Lexer): number {
  const length = dict.get('Length') instanceof PdfNumber ? naturalOf(dict, 'Length') : undefined
  if (length === undefined) throw new PdfSyntaxError('A stream without a length', at)
  return length
}

function streamAt(lexer: Lexer, dict: PdfDict, length: number): PdfStream {
  const { bytes } = lexer
  if (bytes[lexer.at] === 13) lexer.at++
  if (bytes[lexer.at] !== 10) throw new PdfSyntaxError('A stream that begins on no line', lexer.at)
  const start = lexer.at + 1
  lexer.at = start + length
  const end = lexer.at
  while (isSpace(bytes[lexer.at]) && lexer.at < end + 2) lexer.at++
  if (latin1(bytes, lexer.at, lexer.at + 9) !== 'endstream')
    throw new PdfSyntaxError('A stream of another length than it says', end)
  lexer.at += 9
  return new PdfStream(dict, bytes.subarray(start, end))
}
