import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core'
import type { ExactPdf } from './exact.ts'
import { reachable } from './reachable.ts'
import { writeObject } from './write-object.ts'

/** The keys that are copied from the previous trailer. */
const KEPT_TRAILER_KEYS = ['Root', 'Info', 'ID'] as const

/**
 * An incremental update of a file, in memory. The output depends only on the file and the changes: the
 * objects in order of number, followed by one section of the same kind as the last one of the file.
 */
export class Update {
  readonly file: ExactPdf
  private readonly changed = new Map<number, { generation: number; object: PdfObject }>()
  /**
   * All object numbers to which the file refers, also those of missing objects. A new object must not get
   * such a number, because existing references would then point to it.
   */
  private readonly referencedNumbers: Set<number>
  private nextNumber: number

  constructor(file: ExactPdf) {
    this.file = file
    this.referencedNumbers = reachable(file)
    this.nextNumber = this.nextFreeNumber(file.count)
  }

  private nextFreeNumber(from: number): number {
    let number = from
    while (this.referencedNumbers.has(number)) number++
    return number
  }

  /** Adds a new object. */
  register(object: PdfObject): PdfRef {
    const ref = PdfRef.of(this.nextNumber)
    this.nextNumber = this.nextFreeNumber(this.nextNumber + 1)
    this.changed.set(ref.objectNumber, { generation: 0, object })
    return ref
  }

  /** Replaces an existing object. */
  replace({ objectNumber, generation }: PdfRef, object: PdfObject): void {
    this.changed.set(objectNumber, { generation, object })
  }

  /**
   * A mutable copy of the dictionary with this number; the same copy each time. Throws if the object is not
   * a dictionary.
   */
  edit(ref: PdfRef): PdfDict {
    const changed = this.changed.get(ref.objectNumber)?.object
    if (changed instanceof PdfDict) return changed
    const dict = this.file.dict(ref)
    if (!dict) throw new Error(`Object ${ref.objectNumber} is no dictionary`)
    const copy = new PdfDict(dict)
    this.replace(ref, copy)
    return copy
  }

  /** The target of a reference in this revision; returns any other object unchanged. */
  resolve(object: PdfObject | null | undefined): PdfObject | null {
    const changed = object instanceof PdfRef ? this.changed.get(object.objectNumber) : undefined
    return changed ? changed.object : this.file.resolve(object)
  }

  /** The complete file including the revision. */
  bytes(): Uint8Array {
    const { bytes } = this.file
    const endsLine = bytes.at(-1) === 10 || bytes.at(-1) === 13
    const parts: Uint8Array[] = endsLine ? [bytes] : [bytes, latin1('\n')]
    let offset = parts.reduce((sum, part) => sum + part.length, 0)
    const rows: XrefRow[] = []
    for (const [number, { generation, object }] of this.sorted()) {
      const text = [latin1(`${number} ${generation} obj\n`), writeObject(object), latin1('\nendobj\n')]
      rows.push({ number, generation, at: offset })
      parts.push(...text)
      offset += text.reduce((sum, part) => sum + part.length, 0)
    }
    const section = this.file.newest.kind === 'table' ? this.table(rows) : this.stream(rows, offset)
    return new Uint8Array(Buffer.concat([...parts, section, latin1(`startxref\n${offset}\n%%EOF\n`)]))
  }

  private sorted() {
    return [...this.changed].sort(([one], [other]) => one - other)
  }

  private table(rows: XrefRow[]): Uint8Array {
    const lines = runsOf(rows).map(
      (run) =>
        `${run[0]!.number} ${run.length}\n${run
          .map((row) => `${digits(row.at, 10)} ${digits(row.generation, 5)} n \n`)
          .join('')}`,
    )
    const trailer = this.trailerOf(new PdfDict(), this.nextNumber)
    return Buffer.concat([latin1(`xref\n${lines.join('')}trailer\n`), writeObject(trailer), latin1('\n')])
  }

  private stream(earlierRows: XrefRow[], offset: number): Uint8Array {
    const number = this.nextNumber
    const rows = [...earlierRows, { number, generation: 0, at: offset }]
    const data = Buffer.alloc(rows.length * 7)
    for (const [index, row] of rows.entries()) {
      data.writeUInt8(1, index * 7)
      data.writeUInt32BE(row.at, index * 7 + 1)
      data.writeUInt16BE(row.generation, index * 7 + 5)
    }
    const index = runsOf(rows).flatMap((run) => [run[0]!.number, run.length])
    const head = PdfDict.of({ Type: PdfName.of('XRef'), W: numbers([1, 4, 2]), Index: numbers(index) })
    const stream = new PdfStream(this.trailerOf(head, number + 1), data)
    return Buffer.concat([latin1(`${number} 0 obj\n`), writeObject(stream), latin1('\nendobj\n')])
  }

  private trailerOf(trailer: PdfDict, size: number): PdfDict {
    trailer.set('Size', PdfNumber.of(size))
    trailer.set('Prev', PdfNumber.of(this.file.newest.at))
    for (const key of KEPT_TRAILER_KEYS) {
      const value = this.file.trailer.get(key)
      if (value && !(value instanceof PdfNull)) trailer.set(key, value)
    }
    return trailer
  }
}

interface XrefRow {
  number: number
  generation: number
  at: number
}

/** Groups consecutive numbers into subsections. */
function runsOf(rows: XrefRow[]): XrefRow[][] {
  const runs: XrefRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && run.at(-1)!.number + 1 === row.number) run.push(row)
    else runs.push([row])
  }
  return runs
}

const numbers = (list: number[]) => PdfArray.of(...list.map((value) => PdfNumber.of(value)))

const digits = (value: number, width: number) => String(value).padStart(width, '0')

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
