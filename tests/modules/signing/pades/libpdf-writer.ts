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
import type { SignaturePlace } from '#modules/printing/typeset/typeset.ts'
import type { ValidationData } from '#modules/signing/providers/builtin/pades/archive/validation-data.ts'
import type { Appearance } from '#modules/signing/providers/builtin/pades/drawing/appearance.ts'
import { standardFontResources } from '#modules/signing/providers/builtin/pades/drawing/invisible-text.ts'
import { sameBytes } from '#modules/signing/providers/builtin/pades/engine.ts'
import { type FieldRequest, LENGTH_PLACEHOLDER } from '#modules/signing/providers/builtin/pades/field.ts'
import { lockOf, referenceOf } from '#modules/signing/providers/builtin/pades/lock.ts'
import { fillGap, prepareGap } from '#modules/signing/providers/builtin/pades/signature-gap.ts'

const PRINT_AND_LOCKED = 4 + 128

/**
 * Writes revisions as the product did until November 2026, with the library's own writer. Files of that time
 * must stay valid, and forgers may still write like this.
 */

/** Adds a signature field whose value has `room` bytes of zeros for the signature. */
export function addField(pdf: PDF, wish: FieldRequest, room: number): void {
  const { fieldName, lock = 'own', place, appearance } = wish
  const value = signatureValue(wish, room)
  value.set('Reference', referenceOf([PdfString.fromString(fieldName)], lock, rootOf(pdf)))
  const { widget, ref } = addWidget(pdf, fieldName, value)
  widget.set('Lock', pdf.register(lockOf([PdfString.fromString(fieldName)], lock)))
  if (place && appearance) show(pdf, widget, ref, place, appearance)
}

/** Adds a field for a document timestamp, which is invisible on pages. */
export function addTimestampField(pdf: PDF, fieldName: string, room: number): void {
  const value = emptyValue('DocTimeStamp', 'ETSI.RFC3161', room)
  addWidget(pdf, fieldName, value)
}

function addWidget(pdf: PDF, fieldName: string, value: PdfDict) {
  const form = pdf.getOrCreateForm()
  if (form.getFields().some(({ name }) => name === fieldName))
    throw new Error(`The field ${fieldName} is there already`)
  const field = form.createSignatureField(fieldName)
  const widget = field.getDict()
  const ref = field.getRef()!
  // Field and widget are one object, as in the files of all signing programs.
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
    ByteRange: numbers(0, LENGTH_PLACEHOLDER, LENGTH_PLACEHOLDER, LENGTH_PLACEHOLDER),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
  })

function signatureValue({ name, reason, signedAt: at }: FieldRequest, room: number): PdfDict {
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
    Resources: hasText ? standardFontResources() : PdfDict.of({}),
  }
  return PdfStream.fromDict(entries, new TextEncoder().encode(content))
}

const numbers = (...list: number[]) =>
  PdfArray.of(...list.map((n) => PdfNumber.of(Math.round(n * 1000) / 1000)))

/**
 * UTF-16 with a byte order mark, the encoding of PDF text strings that has every character. Hexadecimal, so
 * that a name cannot be read as another part of the file.
 */
function textString(text: string): PdfString {
  return PdfString.fromBytes(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()))
}

/**
 * Adds validation data to the file's document security store (ISO 32000-2, 12.8.4.3), and keeps the existing
 * data.
 */
export function addDss(pdf: PDF, { certificates, crls }: ValidationData): void {
  const resolve = pdf.getObject.bind(pdf)
  const before = pdf.getCatalog().getDict('DSS', resolve)
  const list = (key: string, ders: Uint8Array[]) => {
    const existing = before?.getArray(key, resolve)?.toArray() ?? []
    const known = existing.map((ref) => (ref.type === 'ref' ? resolve(ref as never) : ref) as PdfStream)
    const added = ders.filter((der) => !known.some((one) => sameBytes(one.getDecodedData(), der)))
    return PdfArray.of(...existing, ...added.map((der) => pdf.register(streamOf(der))))
  }
  const lists = { Certs: list('Certs', certificates), CRLs: list('CRLs', crls) }
  const filled = Object.entries(lists).filter(([, array]) => array.length > 0)
  pdf
    .getCatalog()
    .set('DSS', pdf.register(PdfDict.of({ Type: PdfName.of('DSS'), ...Object.fromEntries(filled) })))
}

/** Hexadecimal, so that a name in a certificate cannot be read as another part of the file. */
function streamOf(der: Uint8Array): PdfStream {
  const hex = Buffer.from(der).toString('hex')
  return PdfStream.fromDict({ Filter: PdfName.of('ASCIIHexDecode') }, new TextEncoder().encode(`${hex}>`))
}

/** Appends a revision and fills the gap of `room` bytes with the result of `sign` for the digest. */
export async function saveSigned(
  pdf: PDF,
  before: Uint8Array,
  room: number,
  sign: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  return fillGap(prepareGap(await pdf.save({ incremental: true }), before.length, room), sign)
}
