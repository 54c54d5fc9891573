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
import type { Appearance } from './appearance.ts'

export interface Dress {
  fieldName: string
  name: string
  reason: string
  place?: SignaturePlace
  appearance?: Appearance
}

/**
 * Gives the signature its place and looks at the last moment before the file is written: sign() sets every
 * widget to an empty rectangle on the first page.
 */
export function dressBeforeWriting(pdf: PDF, dress: Dress): void {
  const save = pdf.save.bind(pdf)
  pdf.save = (options) => {
    pdf.save = save
    putOn(pdf, dress)
    return save(options)
  }
}

function putOn(pdf: PDF, { fieldName, name, reason, place, appearance }: Dress): void {
  const field = pdf
    .getForm()
    ?.getFields()
    .find((one) => one.name === fieldName)
  const widget = field?.getDict()
  const ref = field?.getRef()
  const value = widget?.getDict('V', (to) => pdf.getObject(to))
  if (!widget || !ref || !value) throw new Error(`The signature field ${fieldName} was not made`)
  // Always in hexadecimal: a name reading /Contents would lead sign() to the wrong bytes.
  value.set('Name', textString(name))
  value.set('Reason', textString(reason))
  if (place && appearance) show(pdf, widget, ref, place, appearance)
}

function show(pdf: PDF, widget: PdfDict, ref: PdfRef, place: SignaturePlace, appearance: Appearance): void {
  const page = pdf.getPage(place.page - 1)
  if (!page) throw new Error(`There is no page ${place.page} to sign on`)
  const { x, y, width, height } = place
  widget.set('Rect', numbers(x, y, x + width, y + height))
  widget.set('P', page.ref)
  widget.set('AP', PdfDict.of({ N: pdf.register(formOf(appearance)) }))
  const others = page.dict.getArray('Annots', (to) => pdf.getObject(to))?.toArray() ?? []
  page.dict.set('Annots', PdfArray.of(...others, ref))
}

function formOf({ width, height, content }: Appearance): PdfStream {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: numbers(0, 0, width, height),
    Resources: PdfDict.of({}),
  }
  return PdfStream.fromDict(entries, new TextEncoder().encode(content))
}

const numbers = (...list: number[]) =>
  PdfArray.of(...list.map((n) => PdfNumber.of(Math.round(n * 1000) / 1000)))

/** UTF-16 with its mark, the one encoding of a PDF text string that holds every name. */
function textString(text: string): PdfString {
  return PdfString.fromBytes(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()))
}
