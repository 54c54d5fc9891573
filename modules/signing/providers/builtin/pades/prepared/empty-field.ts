import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream, PdfString } from '@libpdf/core'
import type { SignaturePlace } from '#modules/printing/index.ts'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'
import { writeObject } from '#src/pdf/write-object.ts'
import { sameBytes } from '../engine.ts'
import { numbersOfPdfArray, pdfNumberArray, rounded, textString } from '../entries.ts'
import { nameOf, rootFields, streamOf } from '../form.ts'
import { type Lock, lockOf } from '../lock.ts'

/** A signature field that is added before the first signature, so that it belongs to the tagged document. */
export interface EmptyField {
  fieldName: string
  /** Name of the field for people who cannot see the page, in the document's language. */
  label: string
  place: Pick<SignaturePlace, 'page' | 'x' | 'y' | 'width' | 'height'>
  /**
   * The structure element that the field fills; without it the field comes after the content of its page.
   */
  structureId?: string
  /** The prepared cross-page seal that the field's signature fills and locks too. */
  crossPageField?: string
}

export const PRINT_AND_LOCKED = 4 + 128

/** The entries that signing does not change; a signature adds /V and replaces /AP. */
const KEYS = ['FT', 'T', 'TU', 'Type', 'Subtype', 'F', 'Rect', 'P', 'Contents', 'Lock', 'AP', 'StructParent']

/**
 * Adds the field without a signature, and returns its widget. The caller adds the widget to form and page.
 */
export function addEmptyField(update: Update, field: EmptyField, page: PdfRef): PdfRef {
  const { fieldName, label, crossPageField, place } = field
  const { x, y, width, height } = place
  const name = PdfString.fromString(fieldName)
  const lockedNames = [name, ...(crossPageField ? [PdfString.fromString(crossPageField)] : [])]
  return update.register(
    PdfDict.of({
      FT: PdfName.of('Sig'),
      T: name,
      TU: textString(label),
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      F: PdfNumber.of(PRINT_AND_LOCKED),
      Rect: pdfNumberArray(rounded([x, y, x + width, y + height])),
      P: page,
      Contents: textString(label),
      Lock: update.register(lockOf(lockedNames, 'own')),
      AP: PdfDict.of({ N: update.register(emptyForm(rounded([0, 0, width, height]))) }),
    }),
  )
}

/** PDF/A requires an appearance for every widget, even an empty one. */
export const emptyForm = (box: number[]): PdfStream =>
  new PdfStream(
    PdfDict.of({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: pdfNumberArray(box),
      Resources: new PdfDict(),
    }),
    new Uint8Array(),
  )

/** Whether the field is unsigned and has the form that `addEmptyField` makes. */
export function isEmptyField(file: ExactPdf, ref: PdfRef): boolean {
  const field = file.dict(ref)
  if (field?.getName('FT')?.value !== 'Sig') return false
  return [...field.keys()].every(({ value }) => KEYS.includes(value)) && field.has('TU')
}

interface PreparedLookup {
  fieldName: PdfString
  rect: number[]
  lock: Lock
  /** The names of the fields that the signature locks; its own field is first. */
  locked: PdfString[]
}

/** The field prepared for a signature; null if no prepared field has this name, place and lock. */
export function preparedField(
  file: ExactPdf,
  { fieldName, rect, lock, locked }: PreparedLookup,
): PdfRef | null {
  const name = fieldName.asString()
  const ref = rootFields(file).find((one) => nameOf(file, one) === name)
  if (!ref || !isEmptyField(file, ref)) return null
  const field = file.dict(ref)!
  const storedLock = file.dict(field.get('Lock'))
  const isSameLock =
    storedLock !== null && sameBytes(writeObject(storedLock), writeObject(lockOf(locked, lock)))
  const isSamePlace = numbersOfPdfArray(field.getArray('Rect')).join() === rect.join()
  const isBlank = streamOf(file, field.getDict('AP')?.get('N'))?.data.length === 0
  return isSameLock && isSamePlace && isBlank ? ref : null
}
