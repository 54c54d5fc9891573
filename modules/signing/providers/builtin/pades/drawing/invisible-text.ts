import { PdfDict, PdfName } from '@libpdf/core'
import { twoDecimals } from '#src/pdf/drawing/path.ts'

/** The width of the character in Helvetica, in em. */
const FILLER = { character: 'n', width: 0.556 }

/** The font for invisible text, which every reader has. Always identical, so that a checker recognises it. */
export function invisibleTextResources(): PdfDict {
  const font = { Type: PdfName.of('Font'), Subtype: PdfName.of('Type1'), BaseFont: PdfName.of('Helvetica') }
  return PdfDict.of({ Font: PdfDict.of({ F: PdfDict.of(font) }) })
}

interface TextPlace {
  x: number
  y: number
  /** The font size and total width of the drawn text, in points. */
  scale: number
  width: number
}

/** Invisible text over its drawing, for search, copy and screen readers: outlines alone have no text. */
export function invisibleText(text: string, { scale, x, y, width }: TextPlace): string {
  const actual = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
  const count = Math.max(1, [...text].length)
  const stretch = (100 * width) / (count * FILLER.width * scale)
  return [
    `/Span <</ActualText <${actual}>>> BDC`,
    `BT 3 Tr /F ${twoDecimals(scale)} Tf ${twoDecimals(stretch)} Tz ${twoDecimals(x)} ${twoDecimals(y)} Td`,
    `(${FILLER.character.repeat(count)}) Tj ET`,
    'EMC',
  ].join('\n')
}
