import { minorPerMajor } from '#assembly/numbers/money.ts'
import type { Field, FieldValue, PeriodUnit } from '#assembly/template/template.ts'

/** The content of a field's boxes: the typed text, and the currency or unit next to it. */
export interface Draft {
  text: string
  unit: string
}

const MAX_AMOUNT = 1e13
const MAX_COUNT = 100_000

/** The draft that shows a value. A text that is not a number is shown as typed. */
export function draftOf(field: Field, value: FieldValue | undefined): Draft {
  const unit = unitsOf(field)[0] ?? ''
  if (value === undefined) return { text: '', unit }
  if (typeof value === 'string') return draftOfText(field, value, unit)
  if (typeof value !== 'object') return { text: String(value), unit }
  if ('amount' in value) return { text: majorUnits(value.amount, value.currency), unit: value.currency }
  if ('count' in value) return { text: String(value.count), unit: value.unit }
  return { text: 'zh' in value ? value.zh : '', unit }
}

/**
 * The value of a draft; undefined if it is empty. A text that cannot be parsed remains a text, so that it is
 * not lost; the assembly reports it as a value of the wrong type.
 */
export function readDraft(field: Field, { text, unit }: Draft): FieldValue | undefined {
  if (!text.trim()) return undefined
  if (field.type === 'number') return readNumber(text) ?? text
  if (field.type === 'money') return readMoney(text, unit) ?? `${unit} ${text}`
  if (field.type === 'period') {
    const count = readNumber(text)
    const isWhole = count !== null && Number.isInteger(count) && count >= 0 && count <= MAX_COUNT
    return isWhole ? { count, unit: unit as PeriodUnit } : `${unit} ${text}`
  }
  return text
}

export function unitsOf(field: Field): string[] {
  return field.currencies ?? field.units ?? []
}

function draftOfText(field: Field, text: string, unit: string): Draft {
  if (field.type !== 'money' && field.type !== 'period') return { text, unit }
  const knownUnit = unitsOf(field).find((one) => text.startsWith(`${one} `))
  return knownUnit ? { text: text.slice(knownUnit.length + 1), unit: knownUnit } : { text, unit }
}

/** '12,000.50' → 12000.5; full-width digits are accepted. Null for anything that is not a plain number. */
export function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').trim().replaceAll(/[,\s]/g, '')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** By how many decimal places these characters after a number move its point. */
const DECIMAL_SHIFTS: Record<string, number> = { 万: 4, 萬: 4, 亿: 8, 億: 8 }

/** Parses major units digit by digit, because 0.29 * 100 is not 29 in binary fractions. 1.8万 is 18,000. */
function readMoney(text: string, currency: string): { amount: number; currency: string } | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[,\s¥￥$€£元]/g, '')
  const [, whole, decimals = '', power = ''] = /^(\d+)(?:\.(\d+))?([万萬亿億]?)$/.exec(plain) ?? []
  const places = (minorPerMajor(currency) === 1 ? 0 : 2) + (DECIMAL_SHIFTS[power] ?? 0)
  if (whole === undefined || decimals.length > places) return null
  const amount = Number(whole + decimals.padEnd(places, '0'))
  return amount <= MAX_AMOUNT ? { amount, currency } : null
}

/** 1200050 fen → '12,000.50'; whole amounts have no decimals. */
export function majorUnits(amount: number, currency: string): string {
  const minorPerMajorUnit = minorPerMajor(currency)
  const whole = Math.trunc(Math.abs(amount) / minorPerMajorUnit)
  const minorUnits = Math.abs(amount) % minorPerMajorUnit
  const marked = String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}${marked}${minorUnits ? `.${String(minorUnits).padStart(2, '0')}` : ''}`
}
