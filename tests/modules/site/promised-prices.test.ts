import { expect, test } from 'vitest'
import type { Offer } from '#modules/orders/index.ts'
import { monthsFree } from '#modules/site/pricing.ts'

/** A plan with its monthly and yearly prices, as [currency, monthly, yearly]. */
const plan = (...prices: ['CNY' | 'USD', bigint, bigint][]) =>
  ({
    prices: prices.flatMap(([currency, monthly, yearly]) => [
      { period: 'monthly', currency, amount: monthly },
      { period: 'yearly', currency, amount: yearly },
    ]),
  }) as unknown as Offer

test('a year is advertised as some months cheaper only if every plan and currency saves the same whole number', () => {
  const basic = plan(['CNY', 399_00n, 3990_00n], ['USD', 59_00n, 590_00n])
  expect(monthsFree([basic, plan(['CNY', 999_00n, 9990_00n])], 'yearly')).toBe(2)
  expect(monthsFree([basic, plan(['CNY', 999_00n, 8991_00n])], 'yearly')).toBe(null)
  expect(monthsFree([plan(['CNY', 399_00n, 3999_00n])], 'yearly')).toBe(null)
  expect(monthsFree([plan(['CNY', 399_00n, 4788_00n])], 'yearly')).toBe(null)
  expect(monthsFree([], 'yearly')).toBe(null)
})
