import { PdfDict, PdfName } from '@libpdf/core'
import { short } from './path.ts'

/** As wide as it is in Helvetica, in em. */
const FILLER = { character: 'n', width: 0.556 }

/**
 * A font that every reader has, for text that is not to be seen. Always the same, so that a checker knows it.
 */
export function unseenResources(): PdfDict {
  const font = { Type: PdfName.of('Font'), Subtype: PdfName.of('Type1'), BaseFont: PdfName.of('Helvetica') }
  return PdfDict.of({ Font: PdfDict.of({ F: PdfDict.of(font) }) })
}

interface TextPlace {
  x: number
  y: number
  /** The size of the letters it stands for, and the width of them all, in points. */
  scale: number
  width: number
}

/** A text for searching, copying and reading aloud, over its drawing: outlines alone say nothing. */
export function unseenText(text: string, { scale, x, y, width }: TextPlace): string {
  const actual = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
  const count = Math.max(1, [...text].length)
  const stretch = (100 * width) / (count * FILLER.width * scale)
  return [
    `/Span <</ActualText <${actual}>>> BDC`,
    `BT 3 Tr /F ${short(scale)} Tf ${short(stretch)} Tz ${short(x)} ${short(y)} Td`,
    `(${FILLER.character.repeat(count)}) Tj ET`,
    'EMC',
  ].join('\n')
}
