import { deflateSync } from 'node:zlib'
import { PdfDict, PdfName, type PdfRef, PdfStream } from '@libpdf/core'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { pdfNumberArray, rounded } from '../entries.ts'
import { figureResources } from '../seal/figure.ts'
import type { Appearance } from './appearance.ts'
import { invisibleTextResources, standardFontResources, type TextFont } from './invisible-text.ts'

/** The visible part of a signature. */
export interface VisiblePart {
  /** Counted from 1. */
  page: number
  /** Left, bottom, right and top, in page coordinates. */
  rect: number[]
  /** Set for a rotated page: the rotation of the widget in degrees. */
  rotate?: number
  /** The drawing, which becomes a form XObject. */
  drawing: Drawing
}

export interface Drawing {
  box: number[]
  matrix?: number[]
  text: TextFont
  /** Whether the drawing contains the signature's figure. */
  hasFigure: boolean
  /** The content of the stream. */
  data: Uint8Array
  isDeflated: boolean
}

/** The annotation rectangle of an appearance on its page, and its drawing. */
export function visiblePartOf(
  place: SignaturePlace,
  appearance: Appearance,
  hasFigure: boolean,
): VisiblePart {
  const { page, x, y, width, height } = place
  return { page, rect: rounded([x, y, x + width, y + height]), drawing: drawingOf(appearance, hasFigure) }
}

/** `hasFigure`: whether the appearance contains the picture of a seal. */
export function drawingOf({ width, height, content, hasText }: Appearance, hasFigure = false): Drawing {
  const data = new Uint8Array(deflateSync(content))
  return {
    box: rounded([0, 0, width, height]),
    text: hasText ? 'embedded' : 'none',
    hasFigure,
    data,
    isDeflated: true,
  }
}

/** The objects of the file to which a drawing refers. */
export interface DrawingParts {
  /** The signature's figure, if it has one. */
  figure?: PdfRef | null
  /** The font of the drawing's invisible text, if it is embedded. */
  font?: PdfRef | null
}

/** The form XObject of a drawing. */
export function formOf(drawing: Drawing, parts: DrawingParts): PdfStream {
  const { box, matrix, data, isDeflated } = drawing
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: pdfNumberArray(box),
  })
  if (matrix) form.set('Matrix', pdfNumberArray(matrix))
  form.set('Resources', resourcesOf(drawing, parts))
  if (isDeflated) form.set('Filter', PdfName.of('FlateDecode'))
  return new PdfStream(form, data)
}

function resourcesOf({ text, hasFigure }: Drawing, { figure, font }: DrawingParts): PdfDict {
  if (hasFigure && figure) return figureResources(figure)
  if (text === 'embedded' && font) return invisibleTextResources(font)
  return text === 'standard' ? standardFontResources() : new PdfDict()
}
