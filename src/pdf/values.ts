import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfString } from '@libpdf/core'
import type { Matrix, Rectangle } from './matrix.ts'
import type { PdfFile } from './read.ts'

type Resolve = PdfFile['resolve']
type Value = PdfObject | null | undefined

export function dictOf(value: Value, resolve: Resolve): PdfDict | null {
  const object = resolve(value)
  return object instanceof PdfDict ? object : null
}

export function arrayOf(value: Value, resolve: Resolve): PdfObject[] {
  const object = resolve(value)
  return object instanceof PdfArray ? object.toArray() : []
}

export function nameOf(value: Value, resolve: Resolve): string | null {
  const object = resolve(value)
  return object instanceof PdfName ? object.value : null
}

export function numberOf(value: Value, resolve: Resolve): number | null {
  const object = resolve(value)
  return object instanceof PdfNumber ? object.value : null
}

export function textOf(value: Value, resolve: Resolve): string | null {
  const object = resolve(value)
  return object instanceof PdfString ? object.asString() : null
}

/** The first `count` numbers of an array; null if it has fewer, or if one of them is no number. */
function numbersOf(value: Value, count: number, resolve: Resolve): number[] | null {
  const items = arrayOf(value, resolve).map((item) => numberOf(item, resolve))
  return items.length >= count && items.slice(0, count).every((item) => item !== null)
    ? (items.slice(0, count) as number[])
    : null
}

export const rectangleOf = (value: Value, resolve: Resolve) =>
  numbersOf(value, 4, resolve) as Rectangle | null

export const matrixOf = (value: Value, resolve: Resolve) => numbersOf(value, 6, resolve) as Matrix | null

export const toPdfArray = (list: number[]): PdfArray =>
  PdfArray.of(...list.map((number) => PdfNumber.of(number)))
