import { PdfArray, PdfNumber } from '@libpdf/core'

export const numbers = (list: number[]) => PdfArray.of(...list.map((n) => PdfNumber.of(n)))

export const numbersIn = (array: PdfArray | undefined): number[] =>
  (array?.toArray() ?? []).map((item) => (item instanceof PdfNumber ? item.value : 0))

/** To a thousandth of a point. */
export const rounded = (list: number[]) => list.map((n) => Math.round(n * 1000) / 1000)
