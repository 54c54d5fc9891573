import { deflateSync } from 'node:zlib'
import { PdfDict, PdfName, type PdfRef, PdfStream } from '@libpdf/core'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { numbers, rounded } from '../entries.ts'
import { figureResources } from '../seal/figure.ts'
import type { Appearance } from './appearance.ts'
import { invisibleTextResources } from './invisible-text.ts'

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
  /** Whether it draws the signature's figure. */
  hasFigure: boolean
  /** The content of the stream. */
  data: Uint8Array
  isDeflated: boolean
}

/** The annotation rectangle of an appearance on its page, and its drawing. */
export function show(place: SignaturePlace, appearance: Appearance, hasFigure: boolean): VisiblePart {
  const { page, x, y, width, height } = place
  return { page, rect: rounded([x, y, x + width, y + height]), drawing: drawingOf(appearance, hasFigure) }
}

/** `hasFigure`: it draws the picture of a seal. */
export function drawingOf({ width, height, content, hasText }: Appearance, hasFigure = false): Drawing {
  const data = new Uint8Array(deflateSync(content))
  return { box: rounded([0, 0, width, height]), hasText: hasText ?? false, hasFigure, data, isDeflated: true }
}

/** The form XObject of a drawing; `figure` is the signature's, if it has one. */
export function formOf(drawing: Drawing, figure: PdfRef | null): PdfStream {
  const { box, matrix, hasText, hasFigure, data, isDeflated } = drawing
  const form = PdfDict.of({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: numbers(box) })
  if (matrix) form.set('Matrix', numbers(matrix))
  const resources = hasText ? invisibleTextResources() : new PdfDict()
  form.set('Resources', hasFigure && figure ? figureResources(figure) : resources)
  if (isDeflated) form.set('Filter', PdfName.of('FlateDecode'))
  return new PdfStream(form, data)
}
