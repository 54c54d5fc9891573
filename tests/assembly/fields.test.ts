import { describe, expect, it } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { checkValue, printValue, valueIn } from '#assembly/fields.ts'
import { formatDate, readDay } from '#assembly/numbers/dates.ts'
import { chineseNumber, englishNumber, grouped } from '#assembly/numbers/numerals.ts'
import { formatPeriod } from '#assembly/numbers/periods.ts'
import type { Field } from '#assembly/template/template.ts'

describe('dates', () => {
  it('are printed in each language’s form', () => {
    expect(formatDate('2026-11-21', 'zh')).toBe('2026年11月21日')
    expect(formatDate('2026-03-01', 'en')).toBe('1 March 2026')
  })

  it('must be valid', () => {
    expect(readDay('2028-02-29')).toEqual({ year: 2028, month: 2, day: 29 })
    for (const text of ['2026-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-1-1', '21.11.2026']) {
      expect(readDay(text)).toBeNull()
    }
  })
})

describe('periods', () => {
  it('are printed in figures in Chinese and in words and figures in English', () => {
    expect(formatPeriod({ count: 30, unit: 'day' }, 'zh')).toBe('30日')
    expect(formatPeriod({ count: 30, unit: 'day' }, 'en')).toBe('thirty (30) days')
    expect(formatPeriod({ count: 1, unit: 'year' }, 'en')).toBe('one (1) year')
    expect(formatPeriod({ count: 10, unit: 'working-day' }, 'zh', 'Hant')).toBe('10個工作日')
    expect(formatPeriod({ count: 10, unit: 'working-day' }, 'en')).toBe('ten (10) working days')
  })
})

describe('numbers', () => {
  it('are written in Chinese as articles are numbered', () => {
    expect([1, 10, 11, 20, 21, 100, 101, 110, 115, 1001].map(chineseNumber)).toEqual(
      '一 十 十一 二十 二十一 一百 一百零一 一百一十 一百一十五 一千零一'.split(' '),
    )
  })

  it('are written in English words', () => {
    expect([0, 13, 21, 100, 365, 1000, 1005, 12345].map(englishNumber)).toEqual([
      'zero',
      'thirteen',
      'twenty-one',
      'one hundred',
      'three hundred and sixty-five',
      'one thousand',
      'one thousand and five',
      'twelve thousand three hundred and forty-five',
    ])
  })

  it('are grouped by thousands without losing decimals', () => {
    expect([1234567.5, -1234, 0.0005, 1e-7].map(grouped)).toEqual([
      '1,234,567.5',
      '-1,234',
      '0.0005',
      '0.0000001',
    ])
  })
})

describe('values', () => {
  const field = (more: Partial<Field>): Field => ({
    id: 'x',
    type: 'text',
    group: 'other',
    label: { zh_CN: '栏', en_US: 'Field' },
    ...more,
  })

  it('are checked against bounds in major units', () => {
    const fee = field({ type: 'money', currencies: ['CNY'], min: 100 })
    expect(checkValue(fee, { amount: 10_000, currency: 'CNY' })).toBeNull()
    expect(checkValue(fee, { amount: 9_999, currency: 'CNY' })).toMatchObject({ problem: 'tooSmall' })
    expect(checkValue(fee, { amount: 10_000, currency: 'USD' })).toEqual({ problem: 'unknownCurrency' })
    expect(checkValue(fee, { amount: 10_000.5, currency: 'CNY' })).toEqual({ problem: 'wrongType' })
  })

  it('count characters, not code units, against a length', () => {
    expect(checkValue(field({ max: 2 }), '𠮷田')).toBeNull()
    expect(checkValue(field({ max: 2 }), { zh: '好', en: 'abc' })).toMatchObject({ problem: 'tooLong' })
  })

  it('of the wrong type are printed as blanks', () => {
    for (const type of ['number', 'money', 'date', 'period', 'choice', 'boolean'] as const) {
      expect(printValue(field({ type }), 'nonsense', 'zh', 'Hans')).toBeNull()
    }
    expect(printValue(field({}), { amount: 1, currency: 'CNY' }, 'zh', 'Hans')).toBeNull()
  })
})

it('does not take inherited properties of objects for ids', () => {
  expect(valueIn({ fields: {} } as Answers, 'constructor')).toBeUndefined()
})
