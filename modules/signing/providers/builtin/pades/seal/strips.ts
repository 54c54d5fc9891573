import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, type PdfStream, PdfString } from '@libpdf/core'
import type { SealFigure } from '#modules/seals/index.ts'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'
import { type PageBox, shownSize, toSpot } from '#views/signature-places/plane.ts'
import type { Appearance } from '../drawing/appearance.ts'
import { rotateAppearance } from '../drawing/rotated.ts'
import { type Drawing, drawingOf } from '../drawing/visible.ts'
import { numbersOfPdfArray, pdfNumberArray, textString } from '../entries.ts'
import { rootFields, streamOf } from '../form.ts'
import { emptyForm, PRINT_AND_LOCKED } from '../prepared/empty-field.ts'
import { drawFigure } from './figure.ts'

/** A part of a cross-page seal: the widget prepared for it, and its drawing. */
export interface Strip {
  widget: PdfRef
  drawing: Drawing
}

/**
 * A cross-page seal (骑缝章) to prepare: the name of its field, its name for people, and its size in points.
 */
export interface CrossPageSeal {
  fieldName: string
  label: string
  width: number
  height: number
}

/**
 * Maximum number of pages over which one seal is spread; with more, the strips would be too narrow to
 * recognise.
 */
const MAX_PAGES = 20

const PREFIX = 'Cross-page seal '

/** The cross-page field of the signatory with this position. */
export const crossPageFieldName = (position: number) => `${PREFIX}${position}`

/** The sizes of the groups of pages over which a seal is spread, as equal as possible. */
export function groupsOf(pages: number): number[] {
  const count = Math.ceil(pages / MAX_PAGES)
  return Array.from(
    { length: count },
    (_, index) => Math.round(((index + 1) * pages) / count) - Math.round((index * pages) / count),
  )
}

/** The index of each page in its group, and the size of the group. */
const pageShares = (pages: number) =>
  groupsOf(pages).flatMap((size) => Array.from({ length: size }, (_, index) => ({ index, size })))

const PUSH_BUTTON_AND_READ_ONLY = 65_536 + 1

/**
 * Adds, for each seal, an empty field with a narrow widget on the right edge of every page before the first
 * signature. A signature then only fills it, and later signatures cover it. The caller adds fields and
 * widgets to form and pages.
 */
export function addCrossPageSeals(
  update: Update,
  boxes: PageBox[],
  seals: CrossPageSeal[],
): { field: PdfRef; widgets: PdfRef[] }[] {
  const pages = update.file.pages()
  return seals.map(({ fieldName, label, width, height }, order) => {
    const field = PdfDict.of({
      FT: PdfName.of('Btn'),
      Ff: PdfNumber.of(PUSH_BUTTON_AND_READ_ONLY),
      T: PdfString.fromString(fieldName),
      TU: textString(label),
    })
    const ref = update.register(field)
    const widgets = pageShares(boxes.length).map(({ size }, index) => {
      const box = boxes[index]!
      const displayed = shownSize(box)
      const middle = (displayed.height * (order + 1)) / (seals.length + 1)
      const strip = {
        left: displayed.width - width / size,
        top: middle - height / 2,
        width: width / size,
        height,
      }
      const { x, y, width: across, height: up } = toSpot(box, strip)
      const rect = [x, y, x + across, y + up].map(roundToTenth)
      const empty = update.register(emptyForm([0, 0, roundToTenth(across), roundToTenth(up)]))
      const widget = PdfDict.of({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('Widget'),
        F: PdfNumber.of(PRINT_AND_LOCKED),
        Rect: pdfNumberArray(rect),
        P: pages[index]!.ref,
        Parent: ref,
        Contents: textString(`${label} (${index + 1}/${boxes.length})`),
        ...appearanceEntries(empty),
      })
      if (box.rotate) widget.set('MK', PdfDict.of({ R: PdfNumber.of(box.rotate) }))
      return update.register(widget)
    })
    field.set('Kids', PdfArray.of(...widgets))
    return { field: ref, widgets }
  })
}

const roundToTenth = (n: number) => Math.round(n * 10) / 10

const STATE = 'Off'

/**
 * PDF/A requires an appearance for each state of a button (ISO 19005-3, 6.3.3); our buttons have one state.
 */
const appearanceEntries = (drawing: PdfRef) => ({
  AP: PdfDict.of({ N: PdfDict.of({ [STATE]: drawing }) }),
  AS: PdfName.of(STATE),
})

/** Draws into a prepared widget. The widgets in files of earlier versions have no state. */
export function fillWidget(widget: PdfDict, drawing: PdfRef): void {
  widget.set('AP', widget.has('AS') ? appearanceEntries(drawing).AP : PdfDict.of({ N: drawing }))
}

/** The drawing in a prepared widget; null if the widget has none, not even an empty one. */
export function drawingOfWidget(file: ExactPdf, widget: PdfRef): PdfStream | null {
  const dict = file.dict(widget)
  const looks = dict?.getDict('AP')
  return streamOf(file, dict?.has('AS') ? looks?.getDict('N')?.get(STATE) : looks?.get('N'))
}

/** The widgets of a prepared field, in the order of its pages; none if no field was prepared. */
function widgetsOf(file: ExactPdf, fieldName: string): PdfRef[] {
  const field = rootFields(file)
    .map((ref) => file.dict(ref))
    .find((dict) => nameOf(dict) === fieldName)
  return refsIn(file.array(field?.get('Kids')))
}

const nameOf = (field: PdfDict | null | undefined) => field?.getString('T')?.asString()

const refsIn = (array: PdfArray | null) => (array?.toArray() ?? []).filter((item) => item instanceof PdfRef)

/** Each page's part of the figure, for the prepared widgets. */
export function stripsFor(file: ExactPdf, fieldName: string, figure: SealFigure): Strip[] {
  const widgets = widgetsOf(file, fieldName)
  return pageShares(widgets.length).map(({ index, size }, page) => {
    const widget = file.dict(widgets[page])!
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersOfPdfArray(widget.getArray('Rect'))
    const rotate = (widget.getDict('MK')?.getNumber('R')?.value ?? 0) as PageBox['rotate']
    const swapsSides = rotate === 90 || rotate === 270
    const strip = { width: right - left, height: top - bottom }
    const displayed = swapsSides ? { width: strip.height, height: strip.width } : strip
    const appearance = stripAppearance(figure, displayed, { index, size })
    return { widget: widgets[page]!, drawing: drawingOf(rotateAppearance(appearance, rotate), true) }
  })
}

/** The figure as large as fits over the group of pages, of which one page shows its share. */
function stripAppearance(
  figure: SealFigure,
  { width, height }: { width: number; height: number },
  { index, size }: { index: number; size: number },
): Appearance {
  const scale = Math.min((width * size) / figure.width, height / figure.height)
  const drawnSize = { width: figure.width * scale, height: figure.height * scale }
  const x = (width * size - drawnSize.width) / 2 - index * width
  return {
    width,
    height,
    content: drawFigure(figure, { x, y: (height - drawnSize.height) / 2, ...drawnSize }),
  }
}

/** The widgets of prepared fields that are empty in one version and filled in the next. */
export function filledWidgets(before: ExactPdf, after: ExactPdf): PdfRef[] {
  const preparedFields = rootFields(before).filter((ref) => nameOf(before.dict(ref))?.startsWith(PREFIX))
  const isEmpty = (file: ExactPdf, widget: PdfRef) => !drawingOfWidget(file, widget)?.data.length
  return preparedFields
    .flatMap((ref) => refsIn(before.array(before.dict(ref)?.get('Kids'))))
    .filter((widget) => isEmpty(before, widget) && !isEmpty(after, widget))
}

/** The names of the fields of these widgets; the signature locks these fields too. */
export function fieldsOf(file: ExactPdf, strips: Strip[]): PdfString[] {
  const parents = strips.map(({ widget }) => file.dict(file.dict(widget)?.get('Parent')))
  const names = parents.map((parent) => parent?.get('T')).filter((name) => name instanceof PdfString)
  return [...new Map(names.map((name) => [name.asString(), name])).values()]
}
