import { isDeepStrictEqual } from 'node:util'
import { type PdfDict, PdfNumber, PdfStream } from '@libpdf/core'
import { ExactPdf, packedObjects } from './exact.ts'
import { Lexer, latin1, PdfSyntaxError } from './lexer.ts'
import {
  Duplicate,
  Fault,
  naturalOf,
  readIndirect,
  readSection,
  type StructureFault,
  type XrefEntry,
  type XrefSection,
} from './xref.ts'

export interface ScannedObject {
  number: number
  generation: number
  /** The offset of the object's header. */
  start: number
  /** The offset after the object's `endobj`. */
  end: number
}

/** One revision of a file in which every byte is accounted for. */
export interface ScannedRevision {
  start: number
  /** The offset after the revision's %%EOF and line end. */
  end: number
  /** The offset of the revision's section. */
  sectionOffset: number
  kind: XrefSection['kind']
  trailer: PdfDict
  objects: ScannedObject[]
}

export type Scan = { revisions: ScannedRevision[] } | { fault: StructureFault; at: number }

/**
 * Reads a whole file strictly, byte by byte, so that every reader interprets a file without faults in the
 * same way. For any other file, returns the first fault and its offset. A later section may repeat entries
 * of unchanged objects, which LibreOffice writes.
 */
export function scanStructure(bytes: Uint8Array): Scan {
  return catchFault(() => {
    let revisionStart = scanHeader(bytes)
    const offsetsOldestFirst = new ExactPdf(bytes).sections.map(({ at }) => at).reverse()
    const revisions: ScannedRevision[] = []
    const currentEntries: Entries = new Map()
    // In a linearised file, the first revision has two sections: the older one at the end, the newer one at
    // the front.
    const [mainOffset = 0, frontOffset = 0, ...laterOffsets] = offsetsOldestFirst
    const isLinearised = frontOffset > 0 && mainOffset > frontOffset
    for (const sectionOffset of isLinearised ? [mainOffset, ...laterOffsets] : offsetsOldestFirst) {
      const { end } = endAfter(bytes, readSection(bytes, sectionOffset).end)
      const file = new ExactPdf(bytes.subarray(0, end))
      const lastRevision = revisions.at(-1)
      revisions.push(scanFrom(file, revisionStart, lastRevision?.sectionOffset ?? null, currentEntries))
      const newSections = file.sections.filter(({ at }) => at >= revisionStart).reverse()
      for (const { entries } of newSections) for (const one of entries) currentEntries.set(...one)
      revisionStart = end
    }
    const { at } = new Lexer(bytes, revisionStart).skipSpace(false)
    if (at !== bytes.length) throw new Fault('end', at)
    return { revisions }
  })
}

/**
 * Reads the last revision of a file strictly. The revision begins at byte `revisionStart`, and the section
 * before it is at byte `previousSection`. Returns a fault as `scanStructure` does.
 */
export function scanRevision(file: ExactPdf, revisionStart: number, previousSection: number): Scan {
  return catchFault(() => ({ revisions: [scanFrom(file, revisionStart, previousSection)] }))
}

function catchFault(scan: () => Scan): Scan {
  try {
    return scan()
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault, at: error.at }
    if (error instanceof Duplicate) return { fault: 'twice', at: error.at }
    if (error instanceof PdfSyntaxError) return { fault: 'syntax', at: error.at }
    // The stream filters throw their own errors.
    return { fault: 'syntax', at: 0 }
  }
}

const HEADER = /^%PDF-(?:1\.\d|2\.0)(?:\r\n|\r|\n)/
/** A comment in a line, such as the binary marker or the name of the writing program. */
const COMMENT = /^%(?!%EOF)[^\r\n]*(?:\r\n|\r|\n)/

function scanHeader(bytes: Uint8Array): number {
  const text = latin1(bytes, 0, 2048)
  let offset = HEADER.exec(text)?.[0].length ?? 0
  if (offset === 0) throw new Fault('header', 0)
  for (;;) {
    const comment = commentAt(text.slice(offset))
    if (!comment) return offset
    offset += comment.length
  }
}

/**
 * The comment here, with its line end; '' if there is none, or if it contains a keyword: some readers
 * search for keywords, even in comments.
 */
function commentAt(text: string): string {
  const comment = COMMENT.exec(text)?.[0] ?? ''
  return /obj|xref|trailer|stream/.test(comment) ? '' : comment
}

const END = /^startxref(?:\r\n|\r|\n)(0|[1-9]\d{0,11})(?:\r\n|\r|\n)%%EOF(?:\r\n|\r|\n|$)/

/**
 * The offset after the %%EOF and line end that follow a section, and the offset of the section that is
 * stated there.
 */
function endAfter(bytes: Uint8Array, from: number): { end: number; sectionOffset: number } {
  let { at } = new Lexer(bytes, from).skipSpace(false)
  // iText writes its version between the trailer and startxref.
  at += commentAt(latin1(bytes, at, at + 256)).length
  const match = END.exec(latin1(bytes, at, at + 64))
  if (!match) throw new Fault('end', at)
  return { end: at + match[0].length, sectionOffset: Number(match[1]) }
}

type Entries = Map<number, XrefEntry>

/** Reads the last revision. Its section may repeat `currentEntries`, those of the revisions before it. */
function scanFrom(
  file: ExactPdf,
  revisionStart: number,
  previousSection: number | null,
  currentEntries: Entries = new Map(),
): ScannedRevision {
  const { objectsRead, section, main, end } =
    previousSection === null ? readFirst(file, revisionStart) : readPlain(file, revisionStart)
  if (end !== file.bytes.length) throw new Fault('end', end)
  checkTrailer(file, section, main ? main.at : previousSection)
  if (main?.trailer.has('Prev') || main?.trailer.has('XRefStm')) throw new Fault('previous', main.at)
  checkNoHiddenHeaders(file.bytes, revisionStart, objectsRead)
  checkEntries(main ? [section, main] : [section], objectsRead, currentEntries)
  const objects = objectsRead.map(({ packed: _, ...object }) => object)
  const { kind, trailer, at: sectionOffset } = section
  return { start: revisionStart, end, sectionOffset, kind, trailer, objects }
}

interface RevisionContent {
  objectsRead: ReadObject[]
  section: XrefSection
  /** In a linearised file, the section at its end, which is older than the one at the front. */
  main: XrefSection | null
  end: number
}

/** Reads the first revision. If it is linearised, one section is at the front and one at the end. */
function readFirst(file: ExactPdf, revisionStart: number): RevisionContent {
  const { bytes } = file
  const first = readToEnd(file, revisionStart)
  // The front section of a linearised file is followed by `startxref 0`, more objects and the main section.
  if (first.sectionOffset === 0) {
    const { objectsRead, section, end, sectionOffset } = readToEnd(file, first.end)
    if (sectionOffset !== first.section.at) throw new Fault('end', end)
    const allObjects = [...first.objectsRead, ...objectsRead]
    return { objectsRead: allObjects, section: first.section, main: section, end }
  }
  // A front section that is a stream has been read as an object.
  const front = first.objectsRead.find(({ start }) => start === first.sectionOffset)
  if (!front || first.sectionOffset === first.section.at) return readPlain(file, revisionStart)
  const section = readSection(bytes, front.start, new Lexer(bytes, front.start, true))
  return { objectsRead: first.objectsRead, section, main: first.section, end: first.end }
}

/** Reads a revision whose `startxref` states the offset of its section. */
function readPlain(file: ExactPdf, revisionStart: number): RevisionContent {
  const { objectsRead, section, end, sectionOffset } = readToEnd(file, revisionStart)
  if (sectionOffset !== section.at) throw new Fault('end', end)
  return { objectsRead, section, main: null, end }
}

/** Reads objects and the section after them, up to its %%EOF. */
function readToEnd(file: ExactPdf, revisionStart: number) {
  const { bytes } = file
  const lexer = new Lexer(bytes, revisionStart, true)
  const objectsRead: ReadObject[] = []
  while (isDigit(bytes[lexer.skipSpace().at])) objectsRead.push(readObject(file, lexer))
  const isTable = latin1(bytes, lexer.at, lexer.at + 4) === 'xref'
  // A cross-reference stream has been read as the last object.
  const at = isTable ? lexer.at : (objectsRead.at(-1)?.start ?? lexer.at)
  if (isTable) checkRows(bytes, at)
  const section = readSection(bytes, at, new Lexer(bytes, at, true))
  return { objectsRead, section, ...endAfter(bytes, section.end) }
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57

interface ReadObject extends ScannedObject {
  /** For an object stream, the numbers of the objects in it, in order; otherwise empty. */
  packed: number[]
}

const OBJECT_HEADER = /^(?:0|[1-9]\d{0,9}) (?:0|[1-9]\d{0,4}) obj(?![^\0\t\n\f\r ()<>[\]{}/%])/

function readObject(file: ExactPdf, lexer: Lexer): ReadObject {
  const start = lexer.at
  if (!OBJECT_HEADER.test(latin1(file.bytes, start, start + 24))) throw new Fault('syntax', start)
  const lengthOf = (dict: PdfDict) => {
    const length = file.resolve(dict.get('Length'))
    return length instanceof PdfNumber ? length.value : undefined
  }
  const { number, generation, object, end } = readIndirect(lexer, start, lengthOf)
  const isObjectStream = object instanceof PdfStream && object.getName('Type')?.value === 'ObjStm'
  const packed = isObjectStream ? packedObjects(object, true).map((one) => one.number) : []
  return { number, generation, start, end, packed }
}

/** Any object header. Bounded repetitions keep the time linear in a long run of digits or white space. */
const ANY_OBJECT_HEADER = /(?<![\d.])\d{1,10}[\0\t\n\f\r ]{1,8}\d{1,5}[\0\t\n\f\r ]{1,8}obj\b/g

function checkNoHiddenHeaders(bytes: Uint8Array, revisionStart: number, objectsRead: ReadObject[]) {
  const knownStarts = new Set(objectsRead.map(({ start }) => start))
  for (const { index } of latin1(bytes, revisionStart, bytes.length).matchAll(ANY_OBJECT_HEADER))
    if (!knownStarts.has(revisionStart + index)) throw new Fault('hidden', revisionStart + index)
}

const ROW = /^\d{10} \d{5} [nf](?: \r| \n|\r\n)$/
const SUBSECTION = /^(?:0|[1-9]\d{0,9}) (0|[1-9]\d{0,6}) ?(?:\r\n|\r|\n)/

/** Checks that each row of the table has exactly twenty bytes, on which some readers rely. */
function checkRows(bytes: Uint8Array, start: number) {
  const line = /^xref(?:\r\n|\r|\n)/.exec(latin1(bytes, start, start + 8))
  if (!line) throw new Fault('section', start)
  let offset = start + line[0].length
  for (;;) {
    offset = new Lexer(bytes, offset).skipSpace(false).at
    if (latin1(bytes, offset, offset + 7) === 'trailer') return
    const head = SUBSECTION.exec(latin1(bytes, offset, offset + 24))
    if (!head) throw new Fault('section', offset)
    offset += head[0].length
    for (let count = Number(head[1]); count > 0; count--, offset += 20)
      if (!ROW.test(latin1(bytes, offset, offset + 20))) throw new Fault('section', offset)
  }
}

function checkTrailer(file: ExactPdf, section: XrefSection, previousSection: number | null) {
  const { trailer, at, entries, kind } = section
  if (trailer.has('XRefStm')) throw new Fault('hybrid', at)
  if (trailer.has('Prev') ? naturalOf(trailer, 'Prev') !== previousSection : previousSection !== null)
    throw new Fault('previous', at)
  const size = naturalOf(trailer, 'Size') ?? 0
  if (size < file.count) throw new Fault('size', at)
  if (kind === 'table' && [...entries.values()].some((entry) => entry.kind === 'packed'))
    throw new Fault('entry', at)
}

interface ListedObject {
  /** The object itself, or the object stream that contains it. */
  holder: ReadObject
  /** The index in the object stream; null if the object is in none. */
  index: number | null
}

/** Checks that every entry leads to its object in this revision, and every object has exactly one entry. */
function checkEntries(sections: XrefSection[], objectsRead: ReadObject[], currentEntries: Entries) {
  const entries: Entries = new Map()
  for (const section of sections)
    for (const [number, entry] of section.entries) {
      if (entries.has(number)) throw new Fault('twice', section.at)
      entries.set(number, entry)
    }
  const sectionNumbers = sections.map(({ number }) => number)
  const objects = new Map<number, ListedObject>()
  for (const holder of objectsRead) {
    const listedNumbers = [
      { number: holder.number, index: null },
      ...holder.packed.map((number, index) => ({ number, index })),
    ]
    for (const { number, index } of listedNumbers) {
      if (objects.has(number)) throw new Fault('twice', holder.start)
      objects.set(number, { holder, index })
      // A cross-reference stream need not list itself.
      if (!entries.has(number) && !sectionNumbers.includes(number)) throw new Fault('unlisted', holder.start)
    }
  }
  for (const [number, entry] of entries) {
    const object = objects.get(number)
    if (!object && isDeepStrictEqual(entry, currentEntries.get(number))) continue
    if (!leadsTo(entry, object)) throw new Fault('entry', object?.holder.start ?? 0)
  }
}

function leadsTo(entry: XrefEntry, object: ListedObject | undefined): boolean {
  if (entry.kind === 'free') return object === undefined
  if (!object) return false
  const { holder, index } = object
  if (entry.kind === 'packed') return index === entry.index && holder.number === entry.stream
  return index === null && holder.start === entry.offset && holder.generation === entry.generation
}
