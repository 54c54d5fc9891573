import type { Flattened } from './build.ts'
import type { Drawing, DrawnFile, DrawnPage } from './drawn.ts'
import type { Field } from './fields.ts'

/** A page that two readers interpret differently; counted from 1. */
export class DisagreementError extends Error {
  page: number

  constructor(page: number, detail: string) {
    super(`Readers disagree on page ${page}: ${detail}`)
    this.page = page
  }
}

/** A field whose appearance differs from its value. */
export class FieldDiffersError extends Error {
  field: string

  constructor(field: string) {
    super(`The field ${field} shows something else than it holds`)
    this.field = field
  }
}

/**
 * Compares a working copy with its original, both as pdf.js reads them: the same pages with the same marks in
 * the same places, on screen and in print. Throws DisagreementError and FieldDiffersError.
 */
export async function compareFiles(original: DrawnFile, copy: DrawnFile, flattened: Flattened[][]) {
  if (original.pages !== flattened.length)
    throw new DisagreementError(Math.min(original.pages, flattened.length) + 1, 'number of pages')
  if (copy.pages !== original.pages) throw new DisagreementError(copy.pages, 'number of pages in the copy')
  for (let number = 1; number <= original.pages; number++) {
    const originalPage = await original.page(number, 'display')
    const copyPage = await copy.page(number, 'display')
    comparePages(number, originalPage, copyPage, flattened[number - 1]!)
    const printedCopy = await copy.page(number, 'print')
    if (difference(printedCopy.content, copyPage.content) >= 0)
      throw new DisagreementError(number, 'the print of the copy')
    const printedOriginal = await original.page(number, 'print')
    if (difference(printedOriginal.content, originalPage.content) >= 0)
      throw new DisagreementError(number, 'print and screen')
  }
}

function comparePages(number: number, originalPage: DrawnPage, copyPage: DrawnPage, flattened: Flattened[]) {
  if (originalPage.rotate !== copyPage.rotate) throw new DisagreementError(number, 'rotation')
  if (originalPage.view.some((edge, index) => Math.abs(edge - copyPage.view[index]!) > 0.01))
    throw new DisagreementError(number, 'size')
  const commonMarks = copyPage.content.slice(0, originalPage.content.length)
  requireSame(number, originalPage.content, commonMarks)
  const drawings = flattened.length ? copyPage.forms.slice(-flattened.length) : []
  for (const [index, { number: object, field, regenerated }] of flattened.entries()) {
    const drawing = drawings[index] ?? { marks: [], text: '' }
    if (field) requireValueShown(field, drawing)
    if (regenerated || (!object && isIncluded(originalPage.unnumbered, drawing))) continue
    requireSame(number, originalPage.annotations.get(object)?.marks ?? [], drawing.marks)
  }
}

const isIncluded = (drawings: Drawing[], { marks }: Drawing) =>
  drawings.some((one) => difference(one.marks, marks) < 0)

function requireSame(page: number, expected: string[], marks: string[]) {
  const index = difference(expected, marks)
  if (index >= 0) throw new DisagreementError(page, `${expected[index]} / ${marks[index]}`.slice(0, 300))
}

/** The first index at which two lists differ, or -1. */
function difference(one: string[], other: string[]): number {
  if (one.length === other.length && one.every((mark, index) => mark === other[index])) return -1
  const position = one.findIndex((mark, index) => mark !== other[index])
  return position < 0 ? one.length : position
}

function requireValueShown(field: Field, { text }: Drawing) {
  if (field.isMasked || (field.kind !== 'text' && field.kind !== 'choice')) return
  if (!isValueShown(field.value, text)) throw new FieldDiffersError(field.name)
}

/** Keeps only letters and digits: an appearance may have another format for a number or date. */
const letters = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a text is in a font without Unicode mapping; such texts are not compared. */
const hasUnmappedText = (text: string) => /[\p{Co}\p{Cn}\p{Cc}\ufffd]/u.test(text)

/** Whether an appearance shows the value of its field, possibly in another format. */
export function isValueShown(value: string, appearance: string): boolean {
  const valueLetters = letters(value)
  const shownLetters = letters(appearance)
  return valueLetters === shownLetters || hasUnmappedText(appearance) || isNumberShown(value, appearance)
}

/**
 * A number may have separators and units, be a percentage, or be rounded to the shown digits; an empty value
 * may be shown as zero.
 */
function isNumberShown(value: string, appearance: string): boolean {
  if (/\p{L}/u.test(value)) return false
  const number = Number(value.replace(/[^\d.-]/g, ''))
  const expectedNumber = number * (appearance.includes('%') && !value.includes('%') ? 100 : 1)
  const digits = appearance.replace(/[^\d.,-]/g, '')
  return [digits.replaceAll(',', ''), digits.replaceAll('.', '').replace(',', '.')].some((text) => {
    const decimals = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
    return text !== '' && Math.abs(expectedNumber - Number(text)) <= 0.5 * 10 ** -decimals + 1e-9
  })
}
