import { PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core'
import { boundsOf, IDENTITY, type Matrix, type Rectangle, upright } from '#src/pdf/matrix.ts'
import type { PdfFile } from '#src/pdf/read.ts'
import { arrayOf, dictOf, matrixOf, nameOf, numberOf, rectangleOf } from '#src/pdf/values.ts'
import { MULTIMEDIA } from '../active-content.ts'
import type { Field, Form } from './fields.ts'
import type { Layers } from './layers.ts'

/** An annotation of a page; `number` is its object number, or 0 for a direct object in the page's list. */
export interface Annotation {
  number: number
  copy: AnnotationCopy
}

/** How an annotation is represented in the copy. */
export type AnnotationCopy =
  /** The link itself, without any other action. */
  | { as: 'link'; dict: PdfDict }
  /** An appearance that becomes part of the page. */
  | { as: 'drawing'; stream: PdfStream; placement: Matrix; field: Field | null }
  /** The value of a field without appearance. */
  | { as: 'value'; field: Field; rect: Rectangle }
  | { as: 'nothing'; comment: boolean }

/** An annotation that is printed but not shown, so that print and screen would differ. */
export class PrintOnlyError extends Error {}

const HIDDEN = 2
const PRINT = 4
const NO_VIEW = 32
/** Notes, which each reader draws differently, as icons to open. */
const NOTES = new Set(['Text', 'Popup', 'FileAttachment'])

/** Text markup. Without QuadPoints, some readers show it and others do not. */
const MARKERS = new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut'])

const OMITTED: AnnotationCopy = { as: 'nothing', comment: false }

/** The representation of each annotation of a page, in order. Throws PrintOnlyError. */
export function annotationsOf(page: PdfDict, form: Form | null, layers: Layers, file: PdfFile): Annotation[] {
  return arrayOf(page.get('Annots'), file.resolve).map((value) => {
    const dict = dictOf(value, file.resolve)
    const number = value instanceof PdfRef ? value.objectNumber : 0
    return { number, copy: dict ? copyOf(dict, number, form, layers, file) : OMITTED }
  })
}

function copyOf(
  dict: PdfDict,
  number: number,
  form: Form | null,
  layers: Layers,
  file: PdfFile,
): AnnotationCopy {
  const { resolve } = file
  const kind = nameOf(dict.get('Subtype'), resolve) ?? ''
  const field = kind === 'Widget' ? (form?.fields.get(number) ?? null) : null
  if (kind === 'Popup' || field?.isPushButton || field?.kind === 'signature') return OMITTED
  const group = dictOf(dict.get('OC'), resolve)
  if (group && !layers.isShown(group)) return OMITTED
  const flags = numberOf(dict.get('F'), resolve) ?? 0
  const stream = drawingOf(dict, file)
  if ((flags & HIDDEN) !== 0) return OMITTED
  if ((flags & NO_VIEW) !== 0) {
    if (stream && (flags & PRINT) !== 0) throw new PrintOnlyError()
    return OMITTED
  }
  if (kind === 'Link') return { as: 'link', dict }
  const hasNoQuads = MARKERS.has(kind) && !arrayOf(dict.get('QuadPoints'), resolve).length
  if (NOTES.has(kind) || hasNoQuads) return { as: 'nothing', comment: true }
  const rect = rectangleOf(dict.get('Rect'), resolve)
  if (field && showsOnlyValue(field, stream, form))
    return rect ? { as: 'value', field, rect: upright(rect) } : OMITTED
  const matrix = stream && rect ? placementMatrix(stream, upright(rect), resolve) : null
  if (stream && matrix) return { as: 'drawing', stream, placement: matrix, field }
  return kind === 'Widget' || MULTIMEDIA.has(kind) ? OMITTED : { as: 'nothing', comment: true }
}

/** Whether a field has a value but no appearance, or only an empty one that the form declares outdated. */
function showsOnlyValue(
  { kind, value, isMasked }: Field,
  stream: PdfStream | null,
  form: Form | null,
): boolean {
  if (!value || isMasked || (kind !== 'text' && kind !== 'choice')) return false
  return !stream || (form?.needsAppearances === true && !/T[jJ]|['"]\s/.test(latin1Of(stream)))
}

function latin1Of(stream: PdfStream): string {
  try {
    return Buffer.from(stream.getDecodedData()).toString('latin1')
  } catch {
    return ''
  }
}

/** The visible appearance; if it has several states, the current one. */
function drawingOf(dict: PdfDict, { resolve }: PdfFile): PdfStream | null {
  const normal = resolve(dictOf(dict.get('AP'), resolve)?.get('N'))
  if (normal instanceof PdfStream) return normal
  if (!(normal instanceof PdfDict)) return null
  const state = nameOf(dict.get('AS'), resolve) ?? 'Off'
  const drawing = resolve(normal.get(state))
  return drawing instanceof PdfStream ? drawing : null
}

/**
 * The matrix that fits an appearance into the annotation's rectangle (ISO 32000-2, 12.5.5); null when it has
 * no area.
 */
function placementMatrix(stream: PdfStream, rect: Rectangle, resolve: PdfFile['resolve']): Matrix | null {
  const box = rectangleOf(stream.get('BBox'), resolve)
  if (!box) return null
  const matrix = matrixOf(stream.get('Matrix'), resolve) ?? IDENTITY
  const [left, bottom, right, top] = boundsOf(upright(box), matrix)
  if (right <= left || top <= bottom) return null
  const scaleX = (rect[2] - rect[0]) / (right - left)
  const scaleY = (rect[3] - rect[1]) / (top - bottom)
  return [scaleX, 0, 0, scaleY, rect[0] - left * scaleX, rect[1] - bottom * scaleY]
}

const LINK_KEYS = [
  'Type',
  'Subtype',
  'Rect',
  'Border',
  'BS',
  'C',
  'H',
  'QuadPoints',
  'Contents',
  'A',
  'Dest',
  'StructParent',
  'F',
]

/** A link with nothing but its target and its look. */
export function plainLink(dict: PdfDict): PdfDict {
  const link = new PdfDict()
  for (const key of LINK_KEYS) if (dict.has(key)) link.set(key, dict.get(key)!)
  link.set('Type', PdfName.of('Annot'))
  return link
}
