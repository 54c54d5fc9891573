import { expect, test } from 'vitest'
import { isValueShown } from '#modules/imports/copy/compare.ts'

test.each([
  ['2000', '¥2,000.00', true],
  ['2000', '2.000,00 €', true],
  ['-1200.5', '-1,200.50', true],
  ['0.125', '12.5%', true],
  ['0.12345', '12.35%', true],
  ['', '0.00%', true],
  ['Harbour Ltd.', 'Harbour Ltd', true],
  ['200', '800000', false],
  ['2000', '200.00', false],
  ['0.125', '125%', false],
  ['', '800', false],
  ['Party A pays 5', 'Party B pays 5', false],
  ['800000', '', false],
])('the value %s is shown as %s: %s', (value, shown, expected) => {
  expect(isValueShown(value, shown)).toBe(expected)
})
