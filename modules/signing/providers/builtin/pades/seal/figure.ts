import { deflateSync } from 'node:zlib'
import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import type { SealFigure } from '#modules/seals/index.ts'
import type { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'
import { numbersOfPdfArray, pdfNumberArray } from '../entries.ts'
import { streamOf } from '../form.ts'

/**
 * The picture of a seal as one object of a file, to which all its appearances refer. The streams are already
 * deflated. Pixels are red, green and blue, with a separate opacity.
 */
export type Figure =
  | { kind: 'path'; box: number[]; data: Uint8Array }
  | { kind: 'pixels'; columns: number; rows: number; colours: Uint8Array; opacity: Uint8Array }

export function figureFor(figure: SealFigure): Figure {
  const deflated = (data: Uint8Array | string) => new Uint8Array(deflateSync(data))
  if (figure.kind === 'path') {
    const { width, height, content } = figure
    return { kind: 'path', box: [0, 0, roundLength(width), roundLength(height)], data: deflated(content) }
  }
  const { columns, rows, colours, opacity } = figure
  return { kind: 'pixels', columns, rows, colours: deflated(colours), opacity: deflated(opacity) }
}

const roundLength = (length: number) => Math.round(length * 1000) / 1000

const RESOURCE_NAME = 'Seal'

/** The operators that draw the figure into a rectangle, from an appearance with `figureResources`. */
export function drawFigure(
  figure: Pick<SealFigure, 'kind' | 'width' | 'height'>,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string {
  // An image is drawn into a unit square, a form in its own size.
  const unit = figure.kind === 'pixels' ? { width: 1, height: 1 } : figure
  const matrix = [width / unit.width, 0, 0, height / unit.height, x, y].map((n) => String(roundOperand(n)))
  return `q ${matrix.join(' ')} cm /${RESOURCE_NAME} Do Q`
}

const roundOperand = (n: number) => Math.round(n * 100_000) / 100_000

export function registerFigure(update: Update, figure: Figure): PdfRef {
  if (figure.kind === 'path') {
    const form = PdfDict.of({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') })
    form.set('BBox', pdfNumberArray(figure.box))
    form.set('Resources', new PdfDict())
    form.set('Filter', PdfName.of('FlateDecode'))
    return update.register(new PdfStream(form, figure.data))
  }
  const opacity = imageDict(figure, 'DeviceGray')
  const colours = imageDict(figure, 'DeviceRGB')
  colours.set('SMask', update.register(new PdfStream(opacity, figure.opacity)))
  return update.register(new PdfStream(colours, figure.colours))
}

const imageDict = ({ columns, rows }: { columns: number; rows: number }, space: string) =>
  PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Image'),
    Width: PdfNumber.of(columns),
    Height: PdfNumber.of(rows),
    ColorSpace: PdfName.of(space),
    BitsPerComponent: PdfNumber.of(8),
    Filter: PdfName.of('FlateDecode'),
  })

export const figureResources = (figure: PdfRef): PdfDict =>
  PdfDict.of({ XObject: PdfDict.of({ [RESOURCE_NAME]: figure }) })

/** The figure to which the resources of an appearance refer; null if there is none. */
export function figureIn(file: ExactPdf, resources: PdfDict | undefined): Figure | null {
  const stream = streamOf(file, resources?.getDict('XObject')?.get(RESOURCE_NAME))
  if (!stream) return null
  if (stream.getName('Subtype')?.value === 'Form')
    return { kind: 'path', box: numbersOfPdfArray(stream.getArray('BBox')), data: stream.data }
  const [columns = 0, rows = 0] = ['Width', 'Height'].map((key) => stream.getNumber(key)?.value)
  const opacity = streamOf(file, stream.get('SMask'))
  return opacity && { kind: 'pixels', columns, rows, colours: stream.data, opacity: opacity.data }
}
