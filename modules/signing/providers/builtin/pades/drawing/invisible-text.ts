import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import type { Update } from '#src/pdf/append.ts'
import { twoDecimals } from '#src/pdf/drawing/path.ts'
import { pdfNumberArray } from '../entries.ts'

/** The character whose glyph is repeated over a text, and its width in em. */
const FILLER = { character: 'n', code: 110, width: 0.556 }

const FONT_NAME = 'F'

const TO_UNICODE = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CMapName /Filler def /CMapType 2 def',
  '1 begincodespacerange <00> <ff> endcodespacerange',
  `1 beginbfchar <${FILLER.code.toString(16)}> <00${FILLER.code.toString(16)}> endbfchar`,
  'endcmap CMapName currentdict /CMap defineresource pop end end',
].join('\n')

/**
 * Adds the font for invisible text, which has one empty glyph. It is embedded as PDF/UA and PDF/A require,
 * and no reader has to replace it. Always identical, so that a checker can write the same bytes.
 */
export function registerInvisibleFont(update: Update): PdfRef {
  const width = FILLER.width * 1000
  const stream = (text: string) => update.register(new PdfStream(new PdfDict(), Buffer.from(text, 'latin1')))
  return update.register(
    PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type3'),
      FontBBox: pdfNumberArray([0, -200, width, 800]),
      FontMatrix: pdfNumberArray([0.001, 0, 0, 0.001, 0, 0]),
      FirstChar: PdfNumber.of(FILLER.code),
      LastChar: PdfNumber.of(FILLER.code),
      Widths: pdfNumberArray([width]),
      Encoding: PdfDict.of({
        Type: PdfName.of('Encoding'),
        Differences: PdfArray.of(PdfNumber.of(FILLER.code), PdfName.of(FILLER.character)),
      }),
      CharProcs: PdfDict.of({ [FILLER.character]: stream(`${width} 0 d0`) }),
      Resources: new PdfDict(),
      ToUnicode: stream(TO_UNICODE),
    }),
  )
}

export const invisibleTextResources = (font: PdfRef): PdfDict => fontResources(font)

/** The standard font, not embedded, which files of earlier versions use. */
export const standardFontResources = (): PdfDict =>
  fontResources(
    PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type1'),
      BaseFont: PdfName.of('Helvetica'),
    }),
  )

const fontResources = (font: PdfRef | PdfDict) => PdfDict.of({ Font: PdfDict.of({ [FONT_NAME]: font }) })

/** The kind of font for invisible text in the resources of an appearance. */
export function textFontIn(resources: PdfDict | undefined): TextFont {
  const fonts = resources?.getDict('Font')
  if (!fonts) return 'none'
  return fonts.getRef(FONT_NAME) ? 'embedded' : 'standard'
}

/** none: there is no text; standard: the font of earlier versions. */
export type TextFont = 'none' | 'embedded' | 'standard'

interface TextPlace {
  x: number
  y: number
  /** Font size and total width of the drawn text, in points. */
  scale: number
  width: number
}

/**
 * Invisible text over the drawing of the same text, for search, copying and screen readers, because outlines
 * contain no text.
 */
export function invisibleText(text: string, { scale, x, y, width }: TextPlace): string {
  const hexText = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
  const count = Math.max(1, [...text].length)
  const stretch = (100 * width) / (count * FILLER.width * scale)
  return [
    `/Span <</ActualText <${hexText}>>> BDC`,
    `BT 3 Tr /${FONT_NAME} ${twoDecimals(scale)} Tf ${twoDecimals(stretch)} Tz ${twoDecimals(x)} ${twoDecimals(y)} Td`,
    `(${FILLER.character.repeat(count)}) Tj ET`,
    'EMC',
  ].join('\n')
}
