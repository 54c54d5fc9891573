import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkValue } from '#assembly/fields.ts'
import { currencies } from '#assembly/numbers/money.ts'
import type { Field } from '#assembly/template/template.ts'
import { draftOf, majorUnits, readDraft, readNumber } from '#islands/editor/fields/field-draft.ts'
import { runs } from '#tests/support/runs.ts'

const label = { zh_CN: '栏目', en_US: 'Field' }
const money: Field = { id: 'fee', type: 'money', group: 'money', label, currencies: ['CNY', 'USD', 'JPY'] }
const period: Field = { id: 'term', type: 'period', group: 'dates', label, units: ['day', 'year'] }
const number: Field = { id: 'count', type: 'number', group: 'other', label }

test.each([
  ['12,000.50', 'CNY', 1_200_050],
  ['12000.5', 'USD', 1_200_050],
  ['０.２９', 'CNY', 29],
  ['¥ 1 000', 'CNY', 100_000],
  ['1500', 'JPY', 1500],
  ['1.8万', 'CNY', 1_800_000],
  ['1.23456 萬元', 'CNY', 1_234_560],
  ['0.5亿', 'JPY', 50_000_000],
])('%s in %s is parsed as %d minor units', (text, unit, amount) => {
  expect(readDraft(money, { text, unit })).toEqual({ amount, currency: unit })
})

test.each([
  [money, 'twelve thousand', 'CNY'],
  [money, '1.234', 'CNY'],
  [money, '1.2345678万', 'CNY'],
  [money, '万', 'CNY'],
  [money, '10.5', 'JPY'],
  [money, '-5', 'CNY'],
  [money, '999999999999999', 'CNY'],
  [period, 'about 3', 'year'],
  [period, '2.5', 'day'],
  [number, '1e5', ''],
])('an invalid amount stays as typed and is reported (%#)', (field, text, unit) => {
  const value = readDraft(field, { text, unit })
  expect(draftOf(field, value)).toEqual({ text, unit })
  expect(value !== undefined && checkValue(field, value)).toMatchObject({ problem: 'wrongType' })
})

test('an empty field is no answer', () => {
  for (const field of [money, period, number])
    expect(readDraft(field, { text: '  ', unit: 'CNY' })).toBeUndefined()
})

test('every formatted amount parses to the same amount', () => {
  const anyMoney: Field = { ...money, currencies }
  fc.assert(
    fc.property(fc.nat({ max: 1e13 }), fc.constantFrom(...currencies), (amount, currency) => {
      const value = { amount, currency }
      expect(readDraft(anyMoney, draftOf(anyMoney, value))).toEqual(value)
    }),
    runs(300),
  )
})

test('figures are grouped, and decimals shown only if there are any', () => {
  expect(majorUnits(1_200_050, 'CNY')).toBe('12,000.50')
  expect(majorUnits(1_200_000, 'CNY')).toBe('12,000')
  expect(majorUnits(1_200, 'JPY')).toBe('1,200')
  expect(readNumber('1,234.5')).toBe(1234.5)
})
