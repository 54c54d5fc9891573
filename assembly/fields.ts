import type { Answers, Side } from './answers.ts'
import { formatDate, readDay } from './numbers/dates.ts'
import { formatMoney, type Money, minorPerMajor } from './numbers/money.ts'
import { grouped } from './numbers/numerals.ts'
import { formatPeriod, periodUnits } from './numbers/periods.ts'
import { type Script, sideOf } from './script.ts'
import { isFilled, isTable, rowsAllowed } from './tables/table.ts'
import type {
  Bound,
  Field,
  FieldValue,
  Period,
  PeriodUnit,
  TableValue,
  TextTwin,
} from './template/template.ts'
import type { ProblemKey, Sides } from './tree.ts'
import { word } from './words.ts'

/** The problem of a value; for a value out of bounds, also the bound as printed. */
export interface ValueProblem {
  problem: ProblemKey
  detail?: Sides<string>
}

/**
 * In characters. A longer value is stored in full and must be shortened by the user, so that pasted text is
 * not cut.
 */
export const maxTextLength = 20_000

/** The value of a field, empty or not. */
export function valueIn({ fields }: Answers, id: string): FieldValue | undefined {
  // `Object.hasOwn`, because an id from a template, such as 'constructor', must not find an inherited
  // property.
  return Object.hasOwn(fields, id) ? fields[id] : undefined
}

/** The answer to a field; undefined while it is empty. */
export function answerTo(answers: Answers, id: string): FieldValue | undefined {
  const value = valueIn(answers, id)
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value.trim() ? value : undefined
  if (isTable(value)) return isFilled(value) ? value : undefined
  return isText(value) && ![value.zh, value.en].some((text) => String(text).trim()) ? undefined : value
}

/** The value as printed on one side; null when it is empty there or cannot be printed. */
export function printValue(
  field: Field,
  value: FieldValue | undefined,
  side: Side,
  script: Script,
): string | null {
  if (value === undefined) return null
  switch (field.type) {
    case 'text':
    case 'longtext':
      return printText(value, side)
    case 'number':
      return isNumber(value) ? grouped(value) : null
    case 'money':
      return isMoney(value) ? formatMoney(value, side, script, field.inWords) : null
    case 'date':
      return typeof value === 'string' && readDay(value) ? formatDate(value, side) : null
    case 'period':
      return isPeriod(value) ? formatPeriod(value, side, script) : null
    case 'choice': {
      const option = field.options?.find(({ id }) => id === value)
      return option ? sideOf(option.text, side, script) : null
    }
    case 'boolean':
      return typeof value === 'boolean' ? word(value ? 'yes' : 'no', script)[side] : null
    case 'table':
      // A table has no printed form within a sentence; it is printed below its clause.
      return null
  }
}

function printText(value: FieldValue, side: Side): string | null {
  const text = isText(value) ? value[side] : value
  return typeof text === 'string' && text.trim() ? text : null
}

/** The problem with a value; null when it is valid. */
export function checkValue(field: Field, value: FieldValue): ValueProblem | null {
  switch (field.type) {
    case 'text':
    case 'longtext':
      return checkLength(field, value)
    case 'number':
      return isNumber(value) ? checkBounds(field, value) : { problem: 'wrongType' }
    case 'money':
      return isMoney(value) ? checkMoney(field, value) : { problem: 'wrongType' }
    case 'period':
      return isPeriod(value) ? checkPeriod(field, value) : { problem: 'wrongType' }
    case 'date':
      return typeof value === 'string' && readDay(value) ? null : { problem: 'noSuchDay' }
    case 'choice':
      return field.options?.some(({ id }) => id === value) ? null : { problem: 'unknownOption' }
    case 'boolean':
      return typeof value === 'boolean' ? null : { problem: 'wrongType' }
    case 'table':
      return isTable(value) ? checkTable(field, value) : { problem: 'wrongType' }
  }
}

export const isTextField = ({ type }: Field): boolean => type === 'text' || type === 'longtext'

function checkLength(field: Field, value: FieldValue): ValueProblem | null {
  const texts = isText(value) ? [value.zh, value.en] : [value]
  if (!texts.every((text) => typeof text === 'string')) return { problem: 'wrongType' }
  return texts.map((text) => tooLong(text, boundOf(field.max))).find((problem) => problem) ?? null
}

/** The problem of a text that is too long; null otherwise. */
export function tooLong(text: string, max = maxTextLength): ValueProblem | null {
  if (text.length <= max || [...text].length <= max) return null
  return { problem: 'tooLong', detail: sameOnBoth(grouped(max)) }
}

function checkBounds(field: Field, value: number, unit?: PeriodUnit): ValueProblem | null {
  const min = boundOf(field.min, unit)
  const max = boundOf(field.max, unit)
  if (min !== undefined && value < min) return { problem: 'tooSmall', detail: sameOnBoth(grouped(min)) }
  if (max !== undefined && value > max) return { problem: 'tooLarge', detail: sameOnBoth(grouped(max)) }
  return null
}

const boundOf = (bound: Bound | undefined, unit?: PeriodUnit) =>
  typeof bound === 'object' ? unit && bound[unit] : bound

function checkMoney(field: Field, value: Money): ValueProblem | null {
  if (!field.currencies?.includes(value.currency)) return { problem: 'unknownCurrency' }
  return checkBounds(field, value.amount / minorPerMajor(value.currency))
}

function checkTable(field: Field, { rows, currency }: TableValue): ValueProblem | null {
  if (currency !== undefined && !field.currencies?.includes(currency)) return { problem: 'unknownCurrency' }
  const max = rowsAllowed(field)
  return rows.length > max ? { problem: 'tooManyRows', detail: sameOnBoth(grouped(max)) } : null
}

function checkPeriod(field: Field, value: Period): ValueProblem | null {
  if (!field.units?.includes(value.unit)) return { problem: 'unknownUnit' }
  if (!Number.isInteger(value.count) || value.count < 0) return { problem: 'wholeNumber' }
  return checkBounds(field, value.count, value.unit)
}

function sameOnBoth(text: string): Sides<string> {
  return { zh: text, en: text }
}

function isText(value: FieldValue): value is TextTwin {
  return typeof value === 'object' && 'zh' in value && 'en' in value
}

function isNumber(value: FieldValue): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isMoney(value: FieldValue): value is Money {
  return (
    typeof value === 'object' &&
    'amount' in value &&
    typeof value.currency === 'string' &&
    Number.isSafeInteger(value.amount)
  )
}

function isPeriod(value: FieldValue): value is Period {
  return (
    typeof value === 'object' &&
    'unit' in value &&
    periodUnits.includes(value.unit) &&
    Number.isFinite(value.count)
  )
}
