import { PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { Lexer, latin1, PdfSyntaxError } from './lexer.ts'
import { AmbiguousPdfError, type Entry, readSection, type Section } from './sections.ts'

/** Thrown if the file is encrypted and must be decrypted first. */
export class EncryptedPdfError extends Error {}

/** A file as its own cross-reference sections describe it. */
export interface PdfFile {
  trailer: PdfDict
  /** The object with this number, or null; throws if something else is at its place. */
  object(number: number): PdfObject | null
  /** Follows a reference; returns any other value unchanged. */
  resolve(value: PdfObject | null | undefined): PdfObject | null
  /** Deviations that most PDF readers tolerate and a strict parser does not. */
  oddities: Set<Oddity>
}

/**
 * header: bytes before the header; end: bytes after the last end; sections: white space or comments before a
 * section.
 */
export type Oddity = 'header' | 'end' | 'sections'

/**
 * Reads a PDF by its sections. Throws PdfSyntaxError if its structure is damaged, AmbiguousPdfError if a
 * section contradicts itself, and EncryptedPdfError.
 */
export function readPdf(bytes: Uint8Array): PdfFile {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).indexOf('%PDF-')
  if (header < 0) throw new PdfSyntaxError('No header', 0)
  try {
    return readFrom(bytes, header)
  } catch (error) {
    if (header === 0 || !(error instanceof PdfSyntaxError)) throw error
    // Some writers count offsets from the header.
    const file = readFrom(bytes.subarray(header), 0)
    file.oddities.add('header')
    return file
  }
}

function readFrom(bytes: Uint8Array, header: number): PdfFile {
  const oddities = new Set<Oddity>(header > 0 ? ['header'] : [])
  const file = new Reader(bytes)
  const chain = file.chain(oddities)
  const trailer = chain[0]!.trailer
  if (chain.some((section) => section.trailer.has('Encrypt'))) throw new EncryptedPdfError()
  if (!(file.resolve(trailer.get('Root')) instanceof PdfDict)) throw new PdfSyntaxError('No catalogue', 0)
  return {
    trailer,
    oddities,
    object: (number) => file.object(number),
    resolve: (value) => file.resolve(value),
  }
}

const END = /startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ]+%%EOF/g

class Reader {
  #bytes: Uint8Array
  #entries = new Map<number, Entry>()
  #objects = new Map<number, PdfObject | null>()
  #packs = new Map<number, Map<number, PdfObject>>()
  #depth = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** All sections, newest first. The first section that lists an object determines its location. */
  chain(oddities: Set<Oddity>): Section[] {
    const sections: Section[] = []
    const visited = new Set<number>()
    const queue = [this.#startOfChain(oddities)]
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      if (visited.has(at)) throw new PdfSyntaxError('Sections in a circle', at)
      visited.add(at)
      const section = readSection(new Lexer(this.#bytes, at), (lexer) => this.#streamAt(lexer))
      if (section.at !== at) oddities.add('sections')
      sections.push(section)
      for (const [number, entry] of section.entries)
        if (!this.#entries.has(number)) this.#entries.set(number, entry)
      const { trailer } = section
      for (const key of ['XRefStm', 'Prev']) {
        const previousOffset = trailer.get(key)
        // Some writers use offset 0 for “no section”.
        if (previousOffset instanceof PdfNumber && previousOffset.value > 0) queue.push(previousOffset.value)
      }
    }
    return sections
  }

  #startOfChain(oddities: Set<Oddity>): number {
    const match = [...latin1(this.#bytes, 0, this.#bytes.length).matchAll(END)].at(-1)
    if (!match) throw new PdfSyntaxError('No startxref', this.#bytes.length)
    const remainder = latin1(this.#bytes, match.index + match[0].length, this.#bytes.length)
    if (/[^\t\n\r ]/.test(remainder)) oddities.add('end')
    return Number(match[1])
  }

  resolve(value: PdfObject | null | undefined): PdfObject | null {
    let object = value ?? null
    for (let steps = 0; object instanceof PdfRef; steps++) {
      if (steps > 20) return null
      object = this.object(object.objectNumber)
    }
    return object
  }

  object(number: number): PdfObject | null {
    const cached = this.#objects.get(number)
    if (cached !== undefined) return cached
    const entry = this.#entries.get(number)
    if (++this.#depth > 50) throw new PdfSyntaxError('Objects in a circle', number)
    try {
      const object = entry
        ? 'at' in entry
          ? this.#objectAt(number, entry)
          : this.#packed(number, entry)
        : null
      this.#objects.set(number, object)
      return object
    } finally {
      this.#depth--
    }
  }

  #objectAt(number: number, { at, generation }: { at: number; generation: number }): PdfObject {
    const lexer = new Lexer(this.#bytes, at).skipSpace()
    const head = [lexer.natural(), lexer.skipSpace().natural()]
    if (head[0] !== number || head[1] !== generation) throw new PdfSyntaxError(`Not object ${number}`, at)
    if (!lexer.skipSpace().keyword('obj')) throw new PdfSyntaxError('No object', lexer.at)
    return this.#body(lexer)
  }

  #streamAt(lexer: Lexer): PdfStream {
    lexer.natural()
    lexer.skipSpace().natural()
    const object = lexer.skipSpace().keyword('obj') ? this.#body(lexer) : null
    if (object instanceof PdfStream) return object
    throw new PdfSyntaxError('No cross-reference section', lexer.at)
  }

  #body(lexer: Lexer): PdfObject {
    const object = lexer.object()
    const endOffset = lexer.at
    if (object instanceof PdfDict && lexer.skipSpace().keyword('stream')) return this.#stream(lexer, object)
    lexer.at = endOffset
    if (!lexer.skipSpace().keyword('endobj')) throw new PdfSyntaxError('An object without an end', lexer.at)
    return object
  }

  #stream(lexer: Lexer, dict: PdfDict): PdfStream {
    const { bytes } = lexer
    if (bytes[lexer.at] === 13) lexer.at++
    if (bytes[lexer.at] === 10) lexer.at++
    const start = lexer.at
    const length = this.resolve(dict.get('Length'))
    if (!(length instanceof PdfNumber) || !Number.isSafeInteger(length.value) || length.value < 0)
      throw new PdfSyntaxError('A stream without a length', start)
    lexer.at = start + length.value
    if (!lexer.skipSpace(false).keyword('endstream'))
      throw new PdfSyntaxError('A stream of another length', start)
    return new PdfStream(dict, bytes.subarray(start, start + length.value))
  }

  #packed(number: number, { inStream }: { inStream: number }): PdfObject | null {
    const pack = this.#packs.get(inStream) ?? this.#unpack(inStream)
    this.#packs.set(inStream, pack)
    return pack.get(number) ?? null
  }

  #unpack(number: number): Map<number, PdfObject> {
    const stream = this.object(number)
    if (!(stream instanceof PdfStream)) throw new PdfSyntaxError(`No object stream ${number}`, 0)
    const [count, first] = ['N', 'First'].map((key) => this.resolve(stream.get(key)))
    if (!(count instanceof PdfNumber) || !(first instanceof PdfNumber))
      throw new PdfSyntaxError(`No object stream ${number}`, 0)
    const lexer = new Lexer(stream.getDecodedData())
    const heads = Array.from({ length: Math.min(count.value, lexer.bytes.length) }, () => [
      lexer.skipSpace().natural(),
      lexer.skipSpace().natural(),
    ])
    const objects = new Map<number, PdfObject>()
    for (const [listedNumber, at] of heads) {
      if (objects.has(listedNumber!))
        throw new AmbiguousPdfError(`Object ${listedNumber} stands twice in a stream`)
      lexer.at = first.value + at!
      objects.set(listedNumber!, lexer.object())
    }
    return objects
  }
}
