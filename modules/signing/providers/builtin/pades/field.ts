import { deflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream, PdfString } from '@libpdf/core'
import type { SignaturePlace } from '#modules/printing/index.ts'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf, PageEntry } from '#src/pdf/exact.ts'
import type { Appearance } from './drawing/appearance.ts'
import { invisibleTextResources } from './drawing/invisible-text.ts'
import { addAnnotation, addToForm } from './form.ts'
import { type Lock, lockOf, referenceOf } from './lock.ts'

export interface FieldWish {
  fieldName: string
  name: string
  reason: string
  /** The time of signing that the file states. */
  at: Date
  /** What the signature locks; by default only its own field. */
  lock?: Lock
  place?: SignaturePlace
  appearance?: Appearance
}

/** The contents of a signature field that do not depend on the file. */
export interface FieldEntries {
  /** /T */
  fieldName: PdfString
  /** null for a document time-stamp */
  signature: SignatureEntries | null
  /** The number of zero bytes reserved for the signature. */
  room: number
}

export interface SignatureEntries {
  /** /M, /Name and /Reason */
  at: PdfString
  name: PdfString
  reason: PdfString
  lock: Lock
  /** null for an invisible one. */
  look: VisiblePart | null
  /** Only in files of earlier versions: the page that an invisible one names without being listed there. */
  namedPage?: number
}

/** The visible part of a signature. */
export interface VisiblePart {
  /** Counted from 1. */
  page: number
  /** Left, bottom, right and top, in page coordinates. */
  rect: number[]
  /** For a rotated page: the rotation of the widget, in degrees. */
  rotate?: number
  /** A form XObject. */
  drawing: Drawing
}

export interface Drawing {
  box: number[]
  matrix?: number[]
  hasText: boolean
  /** The content of the stream. */
  data: Uint8Array
  isDeflated: boolean
}

/** A placeholder for an unknown length, as wide as any possible value. */
export const UNKNOWN = 9_999_999_999

const PRINT_AND_LOCKED = 4 + 128

/**
 * The entries of a signature with `room` bytes reserved for it. Throws when the page of its place does not
 * exist.
 */
export function signatureEntries(file: ExactPdf, wish: FieldWish, room: number): FieldEntries {
  const { fieldName, name, reason, at, lock = 'own', place, appearance } = wish
  const signature = {
    at: PdfString.fromString(`D:${at.toISOString().replace(/[-:T]|\..*/g, '')}Z`),
    name: textString(name),
    reason: textString(reason),
    lock,
    look: place && appearance ? show(pageOf(file.pages(), place.page), place, appearance) : null,
  }
  return { fieldName: PdfString.fromString(fieldName), signature, room }
}

/** The entries of a document time-stamp, which is invisible and on no page. */
export const timestampEntries = (fieldName: string, room: number): FieldEntries => ({
  fieldName: PdfString.fromString(fieldName),
  signature: null,
  room,
})

/** Adds the field. Throws when a field with that name exists already. */
export function addField(update: Update, { fieldName, signature, room }: FieldEntries): void {
  const [type, subFilter] = signature ? ['Sig', 'ETSI.CAdES.detached'] : ['DocTimeStamp', 'ETSI.RFC3161']
  const value = emptyValue(type, subFilter, room)
  const widget = PdfDict.of({
    FT: PdfName.of('Sig'),
    T: fieldName,
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    F: PdfNumber.of(PRINT_AND_LOCKED),
  })
  const ref = update.register(widget)
  widget.set('V', update.register(value))
  widget.set('Rect', numbers(signature?.look?.rect ?? [0, 0, 0, 0]))
  addToForm(update, ref, fieldName)
  if (signature) addSignature(update, { ref, widget, value, fieldName }, signature)
}

interface FieldParts {
  ref: PdfRef
  widget: PdfDict
  value: PdfDict
  fieldName: PdfString
}

function addSignature(update: Update, parts: FieldParts, entries: SignatureEntries) {
  const { ref, widget, value, fieldName } = parts
  const { at, name, reason, lock, look, namedPage } = entries
  value.set('M', at)
  value.set('Name', name)
  value.set('Reason', reason)
  value.set('Reference', referenceOf(fieldName, lock, update.file.trailer.getRef('Root')!))
  widget.set('Lock', update.register(lockOf(fieldName, lock)))
  const number = look?.page ?? namedPage
  if (!number) return
  const page = pageOf(update.file.pages(), number)
  widget.set('P', page.ref)
  if (!look) return
  if (look.rotate) widget.set('MK', PdfDict.of({ R: PdfNumber.of(look.rotate) }))
  widget.set('AP', PdfDict.of({ N: update.register(formOf(look.drawing)) }))
  addAnnotation(update, page.ref, ref)
}

const emptyValue = (type: string, subFilter: string, room: number) =>
  PdfDict.of({
    Type: PdfName.of(type),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(subFilter),
    ByteRange: numbers([0, UNKNOWN, UNKNOWN, UNKNOWN]),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
  })

/** The annotation rectangle and rotation of an appearance on its page. */
function show(_page: PageEntry, place: SignaturePlace, appearance: Appearance): VisiblePart {
  const { x, y, width, height } = place
  const { content, hasText = false } = appearance
  const drawing = {
    box: rounded([0, 0, appearance.width, appearance.height]),
    hasText,
    data: new Uint8Array(deflateSync(content)),
    isDeflated: true,
  }
  return { page: place.page, rect: rounded([x, y, x + width, y + height]), drawing }
}

function pageOf(pages: PageEntry[], number: number): PageEntry {
  const page = pages[number - 1]
  if (!page) throw new Error(`There is no page ${number} to sign on`)
  return page
}

function formOf({ box, matrix, hasText, data, isDeflated }: Drawing): PdfStream {
  const form = PdfDict.of({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: numbers(box) })
  if (matrix) form.set('Matrix', numbers(matrix))
  form.set('Resources', hasText ? invisibleTextResources() : new PdfDict())
  if (isDeflated) form.set('Filter', PdfName.of('FlateDecode'))
  return new PdfStream(form, data)
}

const rounded = (list: number[]) => list.map((n) => Math.round(n * 1000) / 1000)

const numbers = (list: number[]) => PdfArray.of(...list.map((n) => PdfNumber.of(n)))

/** UTF-16 with a byte order mark, the encoding of PDF text strings that supports every name. */
function textString(text: string): PdfString {
  return PdfString.fromBytes(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()))
}
