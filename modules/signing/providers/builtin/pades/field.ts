import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import type { SignaturePlace } from '#modules/documents/index.ts'
import type { Appearance } from './drawing/appearance.ts'
import { unseenResources } from './drawing/unseen-text.ts'
import { type Lock, lockOf, referenceOf } from './lock.ts'

export interface FieldWish {
  fieldName: string
  name: string
  reason: string
  /** The moment of signing that the file states. */
  at: Date
  /** What may not be changed once it is signed: this field, unless said. */
  lock?: Lock
  place?: SignaturePlace
  appearance?: Appearance
}

/** Stands for a length not yet known, as wide as any that can come. */
export const UNKNOWN = 9_999_999_999

const PRINT_AND_LOCKED = 4 + 128

/** Adds a signature field whose value has `room` bytes of zeros for the signature to come. */
export function addField(pdf: PDF, wish: FieldWish, room: number): void {
  const { fieldName, lock = 'own', place, appearance } = wish
  const value = signatureValue(wish, room)
  value.set('Reference', referenceOf(fieldName, lock, rootOf(pdf)))
  const { widget, ref } = addWidget(pdf, fieldName, value)
  widget.set('Lock', pdf.register(lockOf(fieldName, lock)))
  if (place && appearance) show(pdf, widget, ref, place, appearance)
}

/** Adds a field for a document time-stamp, which is never seen on a page. */
export function addTimestampField(pdf: PDF, fieldName: string, room: number): void {
  const value = emptyValue('DocTimeStamp', 'ETSI.RFC3161', room)
  addWidget(pdf, fieldName, value)
}

function addWidget(pdf: PDF, fieldName: string, value: PdfDict) {
  const form = pdf.getOrCreateForm()
  if (form.getFields().some(({ name }) => name === fieldName))
    throw new Error(`The field ${fieldName} is there already`)
  const field = form.createSignatureField(fieldName)
  const [widget, ref] = [field.getDict(), field.getRef()!]
  // Field and widget are one object here, as every signing program writes them.
  widget.delete('Kids')
  widget.set('Type', PdfName.of('Annot'))
  widget.set('Subtype', PdfName.of('Widget'))
  widget.set('F', PdfNumber.of(PRINT_AND_LOCKED))
  widget.set('V', pdf.register(value))
  widget.set('Rect', numbers(0, 0, 0, 0))
  widget.set('P', pageOf(pdf, 1).ref)
  return { widget, ref }
}

const rootOf = (pdf: PDF): PdfRef => pdf.context.info.trailer.getRef('Root')!

const emptyValue = (type: string, subFilter: string, room: number) =>
  PdfDict.of({
    Type: PdfName.of(type),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(subFilter),
    ByteRange: numbers(0, UNKNOWN, UNKNOWN, UNKNOWN),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
  })

function signatureValue({ name, reason, at }: FieldWish, room: number): PdfDict {
  const value = emptyValue('Sig', 'ETSI.CAdES.detached', room)
  value.set('M', PdfString.fromString(`D:${at.toISOString().replace(/[-:T]|\..*/g, '')}Z`))
  value.set('Name', textString(name))
  value.set('Reason', textString(reason))
  return value
}

function show(pdf: PDF, widget: PdfDict, ref: PdfRef, place: SignaturePlace, appearance: Appearance): void {
  const page = pageOf(pdf, place.page)
  const { x, y, width, height } = place
  widget.set('Rect', numbers(x, y, x + width, y + height))
  widget.set('P', page.ref)
  widget.set('AP', PdfDict.of({ N: pdf.register(formOf(appearance)) }))
  const others = page.dict.getArray('Annots', (to) => pdf.getObject(to))?.toArray() ?? []
  page.dict.set('Annots', PdfArray.of(...others, ref))
}

function pageOf(pdf: PDF, number: number) {
  const page = pdf.getPage(number - 1)
  if (!page) throw new Error(`There is no page ${number} to sign on`)
  return page
}

function formOf({ width, height, content, hasText }: Appearance): PdfStream {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: numbers(0, 0, width, height),
    Resources: hasText ? unseenResources() : PdfDict.of({}),
  }
  return PdfStream.fromDict(entries, new TextEncoder().encode(content))
}

const numbers = (...list: number[]) =>
  PdfArray.of(...list.map((n) => PdfNumber.of(Math.round(n * 1000) / 1000)))

/**
 * UTF-16 with its mark, the one encoding of a PDF text string that holds every name; always written in
 * hexadecimal, so that no name can be taken for another part of the file.
 */
function textString(text: string): PdfString {
  return PdfString.fromBytes(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()))
}
