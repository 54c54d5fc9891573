import { PdfArray, PdfNumber, PdfString } from '@libpdf/core'

export const pdfNumberArray = (list: number[]) => PdfArray.of(...list.map((n) => PdfNumber.of(n)))

export const numbersOfPdfArray = (array: PdfArray | undefined): number[] =>
  (array?.toArray() ?? []).map((item) => (item instanceof PdfNumber ? item.value : 0))

/** Rounds to a thousandth of a point. */
export const rounded = (list: number[]) => list.map((n) => Math.round(n * 1000) / 1000)

/** A PDF text string in UTF-16 with a byte order mark, the encoding that supports every name. */
export const textString = (text: string): PdfString =>
  PdfString.fromBytes(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()))
