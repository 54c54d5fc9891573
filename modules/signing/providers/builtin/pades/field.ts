import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core'
import type { SignaturePlace } from '#modules/printing/index.ts'
import type { SealFigure } from '#modules/seals/index.ts'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf, PageEntry } from '#src/pdf/exact.ts'
import type { Appearance } from './drawing/appearance.ts'
import { registerInvisibleFont } from './drawing/invisible-text.ts'
import { formOf, show, type VisiblePart } from './drawing/visible.ts'
import { numbers } from './entries.ts'
import { addAnnotations, addToForm } from './form.ts'
import { type Lock, lockOf, referenceOf } from './lock.ts'
import { type Figure, figureFor, registerFigure } from './seal/figure.ts'
import { fieldsOf, type Strip, stripsFor } from './seal/strips.ts'

/** The picture of a seal that a signature shows, and the field of its cross-page seal, if it was prepared. */
export interface SealWish {
  figure: SealFigure
  crossPageField?: string
}

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
  /** Set when the appearance draws a seal. */
  seal?: SealWish
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
  /** The picture of a seal that it shows; null without one. */
  figure: Figure | null
  /** The parts of the seal on the edges of pages. */
  strips: Strip[]
}

/** A placeholder for an unknown length, as wide as any possible value. */
export const UNKNOWN = 9_999_999_999

const PRINT_AND_LOCKED = 4 + 128

/**
 * The entries of a signature with `room` bytes reserved for it. Throws when the page of its place does not
 * exist.
 */
export function signatureEntries(file: ExactPdf, wish: FieldWish, room: number): FieldEntries {
  const { fieldName, name, reason, at, lock = 'own', place, appearance, seal } = wish
  if (place) pageOf(file.pages(), place.page)
  const signature = {
    at: PdfString.fromString(`D:${at.toISOString().replace(/[-:T]|\..*/g, '')}Z`),
    name: textString(name),
    reason: textString(reason),
    lock,
    look: place && appearance ? show(place, appearance, seal !== undefined) : null,
    figure: seal ? figureFor(seal.figure) : null,
    strips: seal?.crossPageField ? stripsFor(file, seal.crossPageField, seal.figure) : [],
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
  const { at, name, reason, lock, look, namedPage, figure, strips } = entries
  const locked = [fieldName, ...fieldsOf(update.file, strips)]
  value.set('M', at)
  value.set('Name', name)
  value.set('Reason', reason)
  value.set('Reference', referenceOf(locked, lock, update.file.trailer.getRef('Root')!))
  widget.set('Lock', update.register(lockOf(locked, lock)))
  const number = look?.page ?? namedPage
  if (!number) return
  const page = pageOf(update.file.pages(), number)
  widget.set('P', page.ref)
  const picture = figure && registerFigure(update, figure)
  for (const { widget: strip, drawing } of strips)
    update.edit(strip).set('AP', PdfDict.of({ N: update.register(formOf(drawing, { figure: picture })) }))
  if (!look) return
  if (look.rotate) widget.set('MK', PdfDict.of({ R: PdfNumber.of(look.rotate) }))
  const font = look.drawing.text === 'embedded' ? registerInvisibleFont(update) : null
  widget.set('AP', PdfDict.of({ N: update.register(formOf(look.drawing, { figure: picture, font })) }))
  addAnnotations(update, page.ref, [ref])
}

const emptyValue = (type: string, subFilter: string, room: number) =>
  PdfDict.of({
    Type: PdfName.of(type),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(subFilter),
    ByteRange: numbers([0, UNKNOWN, UNKNOWN, UNKNOWN]),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
  })

function pageOf(pages: PageEntry[], number: number): PageEntry {
  const page = pages[number - 1]
  if (!page) throw new Error(`There is no page ${number} to sign on`)
  return page
}

/** UTF-16 with a byte order mark, the encoding of PDF text strings that supports every name. */
function textString(text: string): PdfString {
  return PdfString.fromBytes(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()))
}
