import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { ExactPdf } from '#src/pdf/exact.ts'
import { rootFields } from '../form.ts'

/** A file at the end of one revision. */
export interface RevisionReading {
  file: ExactPdf
  trailer: PdfDict
  catalog: PdfDict
  fields: PdfRef[]
  /** The object number of each page, in order. */
  pages: number[]
  object(number: number): PdfObject | null
  resolve(ref: PdfRef): PdfObject | null
}

/**
 * Reads a revision. Throws if a strict reader cannot read it. `before`: the previous revision, if already
 * read.
 */
export function readRevision(bytes: Uint8Array, before: RevisionReading | null = null): RevisionReading {
  const file = new ExactPdf(bytes, before?.file)
  if (file.trailer.has('Encrypt')) throw new Error('This revision cannot be compared')
  return {
    file,
    trailer: file.trailer,
    catalog: file.catalog,
    fields: rootFields(file),
    pages: file.pages().map(({ ref }) => ref.objectNumber),
    object: (number) => file.object(number),
    resolve: (ref) => file.resolve(ref),
  }
}

export const refsIn = (array: PdfArray | undefined): PdfRef[] =>
  (array?.toArray() ?? []).filter((item) => item instanceof PdfRef)

/** A value in canonical form: two values are equal if their canonical forms are. */
export function canonicalForm(object: PdfObject | null | undefined): string {
  if (object instanceof PdfStream)
    return `${writtenDict(object)} ${Buffer.from(object.data).toString('latin1')}`
  if (object instanceof PdfDict) return writtenDict(object)
  if (object instanceof PdfArray) return `[${object.toArray().map(canonicalForm).join(' ')}]`
  if (object instanceof PdfName) return `/${JSON.stringify(object.value)}`
  if (object instanceof PdfString) return `(${Buffer.from(object.bytes).toString('hex')})`
  if (object instanceof PdfNumber) return String(object.value)
  if (object instanceof PdfRef) return object.toString()
  return object?.type === 'bool' ? String((object as { value: boolean } & typeof object).value) : 'null'
}

const writtenDict = (dict: PdfDict): string =>
  `<<${[...dict]
    .map(([key, value]) => `${canonicalForm(key)} ${canonicalForm(value)}`)
    .sort()
    .join(' ')}>>`

/** The keys whose values differ between two dictionaries. */
export function differingKeys(before: PdfDict, after: PdfDict): string[] {
  const keys = new Set([...before.keys(), ...after.keys()].map(({ value }) => value))
  return [...keys].filter((key) => canonicalForm(before.get(key)) !== canonicalForm(after.get(key)))
}
