import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'

/** A file as it stood at the end of one revision. */
export interface Reading {
  trailer: PdfDict
  catalog: PdfDict
  /** null when the catalog leads to none by a reference */
  form: { number: number; dict: PdfDict } | null
  fields: PdfRef[]
  /** The object number of each page, in order. */
  pages: number[]
  /** One more than the highest object number. */
  count: number
  object(number: number): PdfObject | null
  resolve(ref: PdfRef): PdfObject | null
}

/** Throws when a strict reader cannot read it. */
export async function readRevision(bytes: Uint8Array): Promise<Reading> {
  const pdf = await PDF.load(bytes, { lenient: false })
  const { registry, info } = pdf.context
  const count = registry.nextObjectNumber
  // A table may claim any number; each object takes at least some bytes.
  if (pdf.isEncrypted || pdf.recoveredViaBruteForce || count > bytes.length)
    throw new Error('This revision cannot be compared')
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const catalog = pdf.getCatalog()
  const formRef = catalog.getRef('AcroForm')
  const form = formRef ? resolve(formRef) : null
  const fields = form instanceof PdfDict ? form.getArray('Fields', resolve) : undefined
  return {
    trailer: info.trailer,
    catalog,
    form: formRef && form instanceof PdfDict ? { number: formRef.objectNumber, dict: form } : null,
    fields: refsIn(fields),
    pages: pdf.getPages().map((page) => page.ref.objectNumber),
    count,
    object: (number) => resolve(PdfRef.of(number)),
    resolve,
  }
}

export const refsIn = (array: PdfArray | undefined): PdfRef[] =>
  (array?.toArray() ?? []).filter((item) => item instanceof PdfRef)

/** A value in one spelling, however the file spells it: two values are the same when this is. */
export function written(object: PdfObject | null | undefined): string {
  if (object instanceof PdfStream)
    return `${writtenDict(object)} ${Buffer.from(object.data).toString('latin1')}`
  if (object instanceof PdfDict) return writtenDict(object)
  if (object instanceof PdfArray) return `[${object.toArray().map(written).join(' ')}]`
  if (object instanceof PdfName) return `/${JSON.stringify(object.value)}`
  if (object instanceof PdfString) return `(${Buffer.from(object.bytes).toString('hex')})`
  if (object instanceof PdfNumber) return String(object.value)
  if (object instanceof PdfRef) return object.toString()
  return object?.type === 'bool' ? String(object.value) : 'null'
}

const writtenDict = (dict: PdfDict): string =>
  `<<${[...dict]
    .map(([key, value]) => `${written(key)} ${written(value)}`)
    .sort()
    .join(' ')}>>`

/** The keys under which two dictionaries differ. */
export function differingKeys(before: PdfDict, after: PdfDict): string[] {
  const keys = new Set([...before.keys(), ...after.keys()].map(({ value }) => value))
  return [...keys].filter((key) => written(before.get(key)) !== written(after.get(key)))
}
