import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core'
import type { SignaturePlace } from '#modules/printing/index.ts'
import type { SealFigure } from '#modules/seals/index.ts'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf, PageEntry } from '#src/pdf/exact.ts'
import type { Appearance } from './drawing/appearance.ts'
import { registerInvisibleFont } from './drawing/invisible-text.ts'
import { formOf, type VisiblePart, visiblePartOf } from './drawing/visible.ts'
import { pdfNumberArray, textString } from './entries.ts'
import { addAnnotations, addToForm } from './form.ts'
import { type Lock, lockOf, referenceOf } from './lock.ts'
import { PRINT_AND_LOCKED, preparedField } from './prepared/empty-field.ts'
import { type Figure, figureFor, registerFigure } from './seal/figure.ts'
import { fieldsOf, fillWidget, type Strip, stripsFor } from './seal/strips.ts'

/**
 * The picture of a seal that a signature shows, and the field of its cross-page seal, if one was prepared.
 */
export interface SealRequest {
  figure: SealFigure
  crossPageField?: string
}

export interface FieldRequest {
  fieldName: string
  name: string
  reason: string
  /** The time of signing that the file states. */
  signedAt: Date
  /** The scope of the signature's lock; by default only its own field. */
  lock?: Lock
  place?: SignaturePlace
  appearance?: Appearance
  /** Set if the appearance draws a seal. */
  seal?: SealRequest
}

/** The contents of a signature field, apart from those that depend on the file. */
export interface FieldEntries {
  /** The entry /T. */
  fieldName: PdfString
  /** Null for a document time-stamp. */
  signature: SignatureEntries | null
  /** Number of zero bytes reserved for the signature. */
  room: number
}

export interface SignatureEntries {
  /** The entries /M, /Name and /Reason. */
  time: PdfString
  name: PdfString
  reason: PdfString
  lock: Lock
  /** Null for an invisible field. */
  look: VisiblePart | null
  /**
   * Only in files of earlier versions: the page that an invisible field names although the page does not
   * list it.
   */
  namedPage?: number
  /** The picture of a seal that the signature shows; null if none. */
  figure: Figure | null
  /** The parts of the seal on the edges of pages. */
  strips: Strip[]
}

/** A placeholder for an unknown length, with as many digits as any possible value. */
export const LENGTH_PLACEHOLDER = 9_999_999_999

/**
 * The entries of a signature with `room` bytes reserved for it. Throws if the page of its place does not
 * exist.
 */
export function signatureEntries(file: ExactPdf, request: FieldRequest, room: number): FieldEntries {
  const { fieldName, name, reason, signedAt, lock = 'own', place, appearance, seal } = request
  if (place) pageOf(file.pages(), place.page)
  const signature = {
    time: PdfString.fromString(`D:${signedAt.toISOString().replace(/[-:T]|\..*/g, '')}Z`),
    name: textString(name),
    reason: textString(reason),
    lock,
    look: place && appearance ? visiblePartOf(place, appearance, seal !== undefined) : null,
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

/** Adds the field, or fills the prepared field. Throws if another field already has this name. */
export function addField(update: Update, entries: FieldEntries): void {
  const { fieldName, signature, room } = entries
  const [type, subFilter] = signature ? ['Sig', 'ETSI.CAdES.detached'] : ['DocTimeStamp', 'ETSI.RFC3161']
  const value = emptyValue(type, subFilter, room)
  const lockedNames = signature ? [fieldName, ...fieldsOf(update.file, signature.strips)] : []
  const preparedRef = signature && findPrepared(update.file, fieldName, signature, lockedNames)
  if (preparedRef) {
    const widget = update.edit(preparedRef)
    widget.set('V', update.register(value))
    setFacts(update, value, signature, lockedNames)
    if (signature.look) drawLook(update, widget, { ...signature, look: signature.look })
    return
  }
  const widget = PdfDict.of({
    FT: PdfName.of('Sig'),
    T: fieldName,
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    F: PdfNumber.of(PRINT_AND_LOCKED),
  })
  const ref = update.register(widget)
  widget.set('V', update.register(value))
  widget.set('Rect', pdfNumberArray(signature?.look?.rect ?? [0, 0, 0, 0]))
  addToForm(update, ref, fieldName)
  if (!signature) return
  setFacts(update, value, signature, lockedNames)
  widget.set('Lock', update.register(lockOf(lockedNames, signature.lock)))
  placeWidget(update, ref, widget, signature)
}

const findPrepared = (
  file: ExactPdf,
  fieldName: PdfString,
  { look, lock }: SignatureEntries,
  lockedNames: PdfString[],
) => look && preparedField(file, { fieldName, rect: look.rect, lock, locked: lockedNames })

function setFacts(update: Update, value: PdfDict, signature: SignatureEntries, lockedNames: PdfString[]) {
  const { time, name, reason, lock } = signature
  value.set('M', time)
  value.set('Name', name)
  value.set('Reason', reason)
  value.set('Reference', referenceOf(lockedNames, lock, update.file.trailer.getRef('Root')!))
}

/** Adds a new widget to its page, if it has one. */
function placeWidget(update: Update, ref: PdfRef, widget: PdfDict, signature: SignatureEntries) {
  const { look, namedPage } = signature
  const number = look?.page ?? namedPage
  if (!number) return
  const page = pageOf(update.file.pages(), number)
  widget.set('P', page.ref)
  if (!look) return
  if (look.rotate) widget.set('MK', PdfDict.of({ R: PdfNumber.of(look.rotate) }))
  drawLook(update, widget, { ...signature, look })
  addAnnotations(update, page.ref, [ref])
}

/** Draws the signature into its widget, and the seal onto the edges of the pages. */
function drawLook(
  update: Update,
  widget: PdfDict,
  { look, figure, strips }: SignatureEntries & { look: VisiblePart },
) {
  const picture = figure && registerFigure(update, figure)
  for (const { widget: strip, drawing } of strips)
    fillWidget(update.edit(strip), update.register(formOf(drawing, { figure: picture })))
  const font = look.drawing.text === 'embedded' ? registerInvisibleFont(update) : null
  widget.set('AP', PdfDict.of({ N: update.register(formOf(look.drawing, { figure: picture, font })) }))
}

const emptyValue = (type: string, subFilter: string, room: number) =>
  PdfDict.of({
    Type: PdfName.of(type),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(subFilter),
    ByteRange: pdfNumberArray([0, LENGTH_PLACEHOLDER, LENGTH_PLACEHOLDER, LENGTH_PLACEHOLDER]),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
  })

function pageOf(pages: PageEntry[], number: number): PageEntry {
  const page = pages[number - 1]
  if (!page) throw new Error(`There is no page ${number} to sign on`)
  return page
}
