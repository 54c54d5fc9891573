import type { PdfRef } from '@libpdf/core'
import { Update } from '#src/pdf/append.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import { addAnnotations, addFields } from '../form.ts'
import { addCrossPageSeals, type CrossPageSeal } from '../seal/strips.ts'
import { addEmptyField, type EmptyField } from './empty-field.ts'
import { type TaggedWidget, tagWidgets } from './structure.ts'

/** The fields of a file that is about to be sent. */
export interface FieldsToPrepare {
  pages: PageBox[]
  /** In signing order. */
  signatures: EmptyField[]
  crossPage: CrossPageSeal[]
  /** Whether we tagged the file; then the fields belong to its structure. */
  isTagged: boolean
}

/**
 * Adds all fields before the first signature: signatures then only fill them, and a tagged file stays
 * tagged. Throws if a field is on a page that does not exist.
 */
export function prepareFields(bytes: Uint8Array, fields: FieldsToPrepare): Uint8Array {
  const { pages: boxes, signatures, crossPage, isTagged } = fields
  const update = new Update(new ExactPdf(bytes))
  const pages = update.file.pages().map(({ ref }) => ref)
  const signatureWidgets = signatures.map((field): TaggedWidget => {
    const page = pages[field.place.page - 1]
    if (!page) throw new Error(`There is no page ${field.place.page} to sign on`)
    const { structureId: within } = field
    return { widget: addEmptyField(update, field, page), page, order: within ? { within } : 'page' }
  })
  const crossPageFields = boxes.length < 2 ? [] : addCrossPageSeals(update, boxes, crossPage)
  if (signatureWidgets.length + crossPageFields.length === 0) return bytes
  addFields(
    update,
    [...signatureWidgets.map(({ widget }) => widget), ...crossPageFields.map(({ field }) => field)],
    signatureWidgets.length > 0,
  )
  const strips = crossPageFields
    .flatMap(({ widgets }) => widgets.map((widget, index) => ({ widget, index })))
    .sort((one, other) => one.index - other.index)
    .map(({ widget, index }): TaggedWidget => ({ widget, page: pages[index]!, order: 'end' }))
  const widgets = [...signatureWidgets, ...strips]
  for (const [page, pageWidgets] of byPage(widgets)) addAnnotations(update, page, pageWidgets)
  if (isTagged) {
    tagWidgets(update, widgets)
  }
  return update.bytes()
}

function byPage(widgets: TaggedWidget[]): Map<PdfRef, PdfRef[]> {
  const widgetsByPage = new Map<PdfRef, PdfRef[]>()
  for (const { widget, page } of widgets)
    widgetsByPage.set(page, [...(widgetsByPage.get(page) ?? []), widget])
  return widgetsByPage
}
