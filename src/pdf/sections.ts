import { PdfArray, PdfDict, PdfNumber, type PdfStream } from '@libpdf/core'
import { type Lexer, PdfSyntaxError } from './lexer.ts'

/** The location of an object: a byte offset, or an object stream. */
export type Entry = { at: number; generation: number } | { inStream: number; index: number } | null

/** One cross-reference section with its trailer; `at` is its offset. */
export interface Section {
  at: number
  entries: Map<number, Entry>
  trailer: PdfDict
}

/** Thrown if a section lists two locations for one object, so that readers would show different content. */
export class AmbiguousPdfError extends Error {}

const MAX_OBJECTS = 8_388_607

/** Reads the section at the target of a startxref or a Prev, after white space and comments. */
export function readSection(lexer: Lexer, readStream: (lexer: Lexer) => PdfStream): Section {
  lexer.skipSpace()
  const { at } = lexer
  return lexer.keyword('xref') ? { at, ...readTable(lexer) } : { at, ...streamSection(readStream(lexer)) }
}

function readTable(lexer: Lexer) {
  const entries = new Map<number, Entry>()
  while (!lexer.skipSpace().keyword('trailer')) {
    const first = lexer.natural()
    const count = lexer.skipSpace().natural()
    for (let index = 0; index < count; index++) addEntry(entries, first + index, readEntry(lexer))
  }
  const trailer = lexer.object()
  if (!(trailer instanceof PdfDict)) throw new PdfSyntaxError('No trailer', lexer.at)
  return { entries, trailer }
}

function readEntry(lexer: Lexer): Entry {
  const at = lexer.skipSpace().natural()
  const generation = lexer.skipSpace().natural()
  const kind = lexer.skipSpace().word()
  if (kind !== 'n' && kind !== 'f') throw new PdfSyntaxError('No entry', lexer.at)
  // Some writers mark deleted objects as in use at offset 0.
  return kind === 'f' || at === 0 ? null : { at, generation }
}

function streamSection(stream: PdfStream) {
  if (stream.getName('Type')?.value !== 'XRef') throw new PdfSyntaxError('No cross-reference stream', 0)
  const widths = naturals(stream.get('W'))
  const index = stream.has('Index') ? naturals(stream.get('Index')) : [0, natural(stream.get('Size'))]
  const data = stream.getDecodedData()
  const [kindWidth = 0, placeWidth = 0, restWidth = 0] = widths
  const width = kindWidth + placeWidth + restWidth
  const entries = new Map<number, Entry>()
  let at = 0
  const field = (size: number, fallback: number) => {
    let value = size ? 0 : fallback
    for (const end = at + size; at < end; at++) value = value * 256 + data[at]!
    return value
  }
  for (let pair = 0; pair + 1 < index.length; pair += 2)
    for (let number = index[pair]!; number < index[pair]! + index[pair + 1]!; number++) {
      if (at + width > data.length) throw new PdfSyntaxError('A cross-reference stream that is too short', 0)
      const kind = field(kindWidth, 1)
      const place = field(placeWidth, 0)
      const lastField = field(restWidth, 0)
      if (kind === 2) addEntry(entries, number, { inStream: place, index: lastField })
      else addEntry(entries, number, kind === 1 && place > 0 ? { at: place, generation: lastField } : null)
    }
  return { entries, trailer: new PdfDict(stream) }
}

function addEntry(entries: Map<number, Entry>, number: number, entry: Entry) {
  if (number > MAX_OBJECTS) throw new PdfSyntaxError('An object number beyond all reason', 0)
  const existing = entries.get(number)
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(entry))
    throw new AmbiguousPdfError(`Object ${number} is named twice in one section`)
  entries.set(number, entry)
}

function naturals(value: unknown): number[] {
  return value instanceof PdfArray ? value.toArray().map(natural) : []
}

function natural(value: unknown): number {
  if (value instanceof PdfNumber && Number.isSafeInteger(value.value) && value.value >= 0) return value.value
  throw new PdfSyntaxError('No whole number', 0)
}
