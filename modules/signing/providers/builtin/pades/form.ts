import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  type PdfString,
} from '@libpdf/core'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'

/** The flags SignaturesExist and AppendOnly. */
const SIGNED_FLAGS = 3

/** The fields at the root of a file's form, in order. */
export function rootFields(file: ExactPdf): PdfRef[] {
  const fields = file.array(file.dict(file.catalog.get('AcroForm'))?.get('Fields'))
  return (fields?.toArray() ?? []).filter((item) => item instanceof PdfRef)
}

/** The name of a field; null if it has none. */
export function nameOf(file: ExactPdf, field: PdfRef): string | null {
  const name = file.resolve(file.dict(field)?.get('T'))
  return name?.type === 'string' ? (name as PdfString).asString() : null
}

/** A field of this name exists, as in a file that was signed with this product before. */
export class FieldNameTaken extends Error {}

/**
 * Adds a field to the form, whether the form is a separate object, in the catalog, or does not exist yet.
 * Throws FieldNameTaken if a field with this name exists.
 */
export function addToForm(update: Update, ref: PdfRef, fieldName: PdfString): void {
  const { file } = update
  const name = fieldName.asString()
  if (rootFields(file).some((field) => nameOf(file, field) === name))
    throw new FieldNameTaken(`The field ${name} is there already`)
  const form = formIn(file)
  const changes = [addToFields(update, form, [ref]), declareSigned(file, form)]
  if (changes.includes(true)) storeForm(update, form)
}

const formIn = (file: ExactPdf) => new PdfDict(file.dict(file.catalog.get('AcroForm')) ?? [])

/** Adds fields before the first signature. `areToBeSigned`: whether some of them are signature fields. */
export function addFields(update: Update, refs: PdfRef[], areToBeSigned: boolean): void {
  const form = formIn(update.file)
  const changes = [addToFields(update, form, refs), areToBeSigned && declareSigned(update.file, form)]
  if (changes.includes(true)) storeForm(update, form)
}

/** Returns whether the form object itself changed; false if only a separate list of fields changed. */
function addToFields(update: Update, form: PdfDict, refs: PdfRef[]): boolean {
  const place = form.get('Fields')
  const list = update.file.array(place)
  const newList = PdfArray.of(...(list?.toArray() ?? []), ...refs)
  if (list && place instanceof PdfRef) {
    update.replace(place, newList)
    return false
  }
  form.set('Fields', newList)
  return true
}

/**
 * Sets the signature flags. Before the first signature also removes the request to regenerate appearances.
 * Returns whether the form changed.
 */
function declareSigned(file: ExactPdf, form: PdfDict): boolean {
  const flags = file.resolve(form.get('SigFlags'))
  const isDeclared = flags instanceof PdfNumber && flags.value === SIGNED_FLAGS
  if (!isDeclared) form.set('SigFlags', PdfNumber.of(SIGNED_FLAGS))
  const needAppearances = form.get('NeedAppearances')
  const dropsRequest =
    needAppearances !== undefined &&
    !(needAppearances instanceof PdfBool && !needAppearances.value) &&
    !isSigned(file)
  if (dropsRequest) form.delete('NeedAppearances')
  return !isDeclared || dropsRequest
}

function storeForm(update: Update, form: PdfDict) {
  const { file } = update
  const place = file.catalog.get('AcroForm')
  const exists = file.dict(place) !== null
  if (place instanceof PdfRef && exists) update.replace(place, form)
  else
    update.edit(file.trailer.getRef('Root')!).set('AcroForm', place && exists ? form : update.register(form))
}

/** Maximum nesting of fields. */
const MAX_DEPTH = 32

/** Whether any field of the file contains a signature. */
export function isSigned(file: ExactPdf): boolean {
  let remaining = file.entries.size
  const containsSignature = (object: PdfObject, depth: number): boolean => {
    const field = file.dict(object)
    if (!field || depth > MAX_DEPTH || remaining-- < 0) return false
    if (file.dict(field.get('V'))?.has('ByteRange')) return true
    return (file.array(field.get('Kids'))?.toArray() ?? []).some((kid) => containsSignature(kid, depth + 1))
  }
  return rootFields(file).some((field) => containsSignature(field, 0))
}

/** Adds annotations to a page after the existing ones, wherever the page's list is stored. */
export function addAnnotations(update: Update, page: PdfRef, refs: PdfRef[]): void {
  const { file } = update
  const place = file.dict(page)!.get('Annots')
  const list = file.array(place)
  const newList = PdfArray.of(...(list?.toArray() ?? []), ...refs)
  if (list && place instanceof PdfRef) update.replace(place, newList)
  else update.edit(page).set('Annots', newList)
}

/** A stream object; null for anything else. */
export function streamOf(file: ExactPdf, object: PdfObject | null | undefined): PdfStream | null {
  const resolved = file.resolve(object)
  return resolved instanceof PdfStream ? resolved : null
}
