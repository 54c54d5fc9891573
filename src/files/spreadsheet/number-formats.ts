import { walkXml } from './walk-xml.ts'

/** Whether a number format shows a date, a time, or both; null for plain numbers. */
export type DateFormat = 'date' | 'time' | 'both' | null

/** The formats that every spreadsheet has, by number. */
const BUILT_IN: Record<number, DateFormat> = Object.fromEntries([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date']),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'time']),
  [22, 'both'],
])

/** The format of each cell style of a workbook, in the order of its styles. */
export function dateFormats(styles: string): DateFormat[] {
  const ownFormats = new Map<number, DateFormat>()
  const formats: DateFormat[] = []
  let inCells = false
  if (!styles) return formats
  walkXml(styles, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') ownFormats.set(Number(numFmtId), formatOf(formatCode))
      if (name === 'cellXfs') inCells = true
      const id = Number(numFmtId)
      if (name === 'xf' && inCells) formats.push(ownFormats.get(id) ?? BUILT_IN[id] ?? null)
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

/** The format according to the letters of its code that are neither quoted nor in brackets. */
function formatOf(code: string): DateFormat {
  let plainLetters = ''
  let closingSign = ''
  for (const letter of code) {
    if (closingSign) closingSign = letter === closingSign ? '' : closingSign
    else if (letter === '"') closingSign = '"'
    else if (letter === '[') closingSign = ']'
    else plainLetters += letter
  }
  const hasDate = /[yd]/i.test(plainLetters)
  const hasTime = /[hs]/i.test(plainLetters)
  if (hasDate) return hasTime ? 'both' : 'date'
  return hasTime ? 'time' : null
}

const DAY = 86_400_000

/** A number as its cell shows it: without floating point noise; a date or time in ISO form. */
export function textOfNumber(written: string, format: DateFormat, since1904: boolean): string {
  const number = Number(written)
  if (!Number.isFinite(number)) return written
  if (!format) return plainNumber(written, number)
  if (number < 0 || number > 2_958_465) return written
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const iso = new Date(epoch + Math.round((number * DAY) / 1000) * 1000).toISOString()
  if (format === 'time' && number < 1) return iso.slice(11, 19)
  const isWhole = Number.isInteger(number)
  return format === 'date' || isWhole ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** 299.00000000000006 is 299; a long number stays as it is written. */
function plainNumber(written: string, number: number): string {
  if (Number.isSafeInteger(number)) return String(number)
  if (Math.abs(number) > 1e12) return written
  return String(Number(number.toFixed(6)))
}
