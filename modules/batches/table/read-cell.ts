import { readDay } from '#assembly/numbers/dates.ts'
import { currencies, minorPerMajor } from '#assembly/numbers/money.ts'
import { formatPeriod, periodUnits } from '#assembly/numbers/periods.ts'
import type { Field, FieldValue, PeriodUnit } from '#assembly/template/template.ts'
import type { ProblemKey } from '#assembly/tree.ts'
import { messages } from '#src/core/i18n.ts'
import { foldText } from '#src/core/text/fold.ts'

type CellReading = { value: FieldValue } | { problem: ProblemKey }

/**
 * The value of a field that a cell states. `modelValue` supplies the currency or unit if the cell has none.
 */
export function readCell(field: Field, cell: string, modelValue: FieldValue | undefined): CellReading {
  switch (field.type) {
    case 'number':
      return readNumber(cell)
    case 'money':
      return readMoney(field, cell, modelValue)
    case 'date':
      return readDate(cell)
    case 'period':
      return readPeriod(field, cell, modelValue)
    case 'choice':
      return readChoice(field, cell)
    case 'boolean':
      return readBoolean(cell)
    default:
      return { value: cell }
  }
}

const parseNumber = (text: string): number | null => {
  const digits = text.normalize('NFKC').replace(/[,\s]/g, '')
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(digits) ? Number(digits) : null
}

function readNumber(cell: string): CellReading {
  const value = parseNumber(cell)
  return value === null ? { problem: 'wrongType' } : { value }
}

const RENMINBI = /^[¥￥]|元$/u

function readMoney(field: Field, cell: string, modelValue: FieldValue | undefined): CellReading {
  const text = cell.normalize('NFKC').trim().toUpperCase()
  const currencyCode = currencies.find((code) => text.startsWith(code) || text.endsWith(code))
  const cellCurrency = currencyCode ?? (RENMINBI.test(text) ? 'CNY' : undefined)
  const modelCurrency =
    typeof modelValue === 'object' && 'currency' in modelValue ? modelValue.currency : undefined
  const currency = cellCurrency ?? modelCurrency ?? field.currencies?.[0] ?? 'CNY'
  if (!field.currencies?.includes(currency)) return { problem: 'unknownCurrency' }
  const amount = parseNumber(text.replace(currencyCode ?? RENMINBI, ''))
  const minor = amount === null ? null : amount * minorPerMajor(currency)
  if (minor === null || Math.abs(minor - Math.round(minor)) > 1e-6) return { problem: 'wrongType' }
  return { value: { amount: Math.round(minor), currency } }
}

/** yyyy-MM-dd, and the other spellings of a day in spreadsheets that begin with the year. */
const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(\s+[\d:]+)?$/u

function readDate(cell: string): CellReading {
  const [, year, month = '', day = ''] = DAY.exec(cell.normalize('NFKC')) ?? []
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return year && readDay(value) ? { value } : { problem: 'noSuchDay' }
}

const isSameText = (one: string, other: string) => foldText(one).trim() === foldText(other).trim()

function readPeriod(field: Field, cell: string, modelValue: FieldValue | undefined): CellReading {
  const [, count = '', unit = ''] = /^(\d{1,6})(\D*)$/u.exec(cell.normalize('NFKC').trim()) ?? []
  if (!count) return { problem: 'wrongType' }
  const modelUnit =
    typeof modelValue === 'object' && 'unit' in modelValue ? modelValue.unit : field.units?.[0]
  const periodUnit = unit ? periodUnits.find((one) => isUnit(unit.trim(), one, Number(count))) : modelUnit
  if (!periodUnit || !field.units?.includes(periodUnit)) return { problem: 'unknownUnit' }
  return { value: { count: Number(count), unit: periodUnit } }
}

function isUnit(word: string, unit: PeriodUnit, count: number): boolean {
  const printedUnits = (['zh', 'en'] as const).map((side) =>
    formatPeriod({ count, unit }, side).replace(/^[\d,\s]+/, ''),
  )
  const unitLabels = Object.values(messages).map(({ editor }) => editor.units[unit])
  return [unit, ...printedUnits, ...unitLabels].some((one) => isSameText(word, one))
}

/** The option that a cell names by its label in any language, its printed text, or its id. */
function readChoice({ options = [] }: Field, cell: string): CellReading {
  const option = options.find(({ id, label, text }) =>
    [id, ...Object.values(label), ...Object.values(text)].some((one) => isSameText(cell, one)),
  )
  return option ? { value: option.id } : { problem: 'unknownOption' }
}

const YES_WORDS = ['yes', 'y', 'true', '是']
const NO_WORDS = ['no', 'n', 'false', '否']

function readBoolean(cell: string): CellReading {
  const word = foldText(cell).trim()
  if (YES_WORDS.includes(word)) return { value: true }
  return NO_WORDS.includes(word) ? { value: false } : { problem: 'wrongType' }
}
