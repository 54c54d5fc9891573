import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { asFen, Fen } from '#modules/orders/payments/wechat/fen.ts'
import { monthsAfter } from '#modules/orders/plans/month.ts'
import { daysBetween, daysLeft, worthOfRest } from '#modules/orders/plans/proration.ts'
import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { type Locale, languages } from '#src/core/i18n.ts'
import { type Currency, decimal, readDecimal, share } from '#src/core/money.ts'
import { sourceFiles } from '#tests/support/files.ts'
import { runs } from '#tests/support/runs.ts'
import { moneyText } from '#views/values/money.tsx'

const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
const START = Date.parse('2026-01-01T00:00:00+08:00')
const moment = fc.integer({ min: 0, max: 3 * 365 * DAY }).map((ms) => new Date(START + ms))

test('the used and the remaining value of a term add up exactly, on any day of any plan', () => {
  fc.assert(
    fc.property(amount, moment, fc.integer({ min: 1, max: 14 }), moment, (value, from_at, months, at) => {
      const days = daysLeft({ from_at, to_at: monthsAfter(from_at, months) }, at)
      const rest = worthOfRest(value, days)
      const used = share(value, days.total - days.left, days.total)
      expect(rest + used).toBe(value)
      expect([rest >= 0n, rest <= value, days.left >= 0, days.left <= days.total]).toEqual(
        Array(4).fill(true),
      )
    }),
    runs(400),
  )
})

test('the value of a term decreases each day by at most a day’s share plus one fen', () => {
  fc.assert(
    fc.property(amount, moment, fc.constantFrom(1, 12), (value, from_at, months) => {
      const to_at = monthsAfter(from_at, months)
      const total = daysBetween(from_at, to_at)
      const rests = Array.from({ length: total + 1 }, (_, day) =>
        worthOfRest(value, daysLeft({ from_at, to_at }, new Date(from_at.getTime() + day * DAY))),
      )
      expect([rests[0], rests.at(-1)]).toEqual([value, 0n])
      for (let day = 1; day <= total; day++) {
        const lost = rests[day - 1]! - rests[day]!
        expect(lost >= 0n && lost <= value / BigInt(total) + 1n).toBe(true)
      }
    }),
    runs(60),
  )
})

test('an upgrade of an upgrade credits at most the paid amount', () => {
  const prices = fc.tuple(amount, amount, amount)
  fc.assert(
    fc.property(
      prices,
      moment,
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 30 }),
      (paid, from_at, a, b) => {
        const to_at = monthsAfter(from_at, 1)
        const first = new Date(from_at.getTime() + Math.min(a, b) * DAY)
        const second = new Date(from_at.getTime() + Math.max(a, b) * DAY)
        const [basic, professional] = paid
        const credit = worthOfRest(basic, daysLeft({ from_at, to_at }, first))
        const rest = worthOfRest(professional, daysLeft({ from_at, to_at }, first))
        // The next term begins on that day.
        const later = first < to_at ? worthOfRest(rest, daysLeft({ from_at: first, to_at }, second)) : 0n
        expect(credit <= basic && later <= rest && rest <= professional).toBe(true)
      },
    ),
    runs(200),
  )
})

test('amounts are formatted as gateways format them, and parse back unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), (value) => {
      expect(readDecimal(decimal(value))).toBe(value)
    }),
    runs(300),
  )
  expect(['88.88', '¥1,234.5', '100', '0.01', '-3.00'].map(readDecimal)).toEqual([
    8888n,
    123450n,
    10000n,
    1n,
    -300n,
  ])
  for (const text of ['', '1.234', '1,23', '１２', '1e3', 'NaN', '--1', '1 000', '99999999999999'])
    expect([text, readDecimal(text)]).toEqual([text, null])
})

test('a displayed amount has two decimals and a minus sign in each language', () => {
  const displayed = (locale: Locale, ...amount: [bigint, Currency?]) =>
    moneyText(languages[locale], ...amount).replaceAll('\u00a0', ' ')
  expect([1525479n, 2000n, 999000n, -38613n].map((amount) => displayed('en_US', amount))).toEqual([
    'CNY 15,254.79',
    'CNY 20.00',
    'CNY 9,990.00',
    '−CNY 386.13',
  ])
  expect([displayed('zh_CN', -38613n), displayed('zh_TW', 2000n), displayed('zh_CN', 2000n, 'USD')]).toEqual([
    '−¥386.13',
    'CN¥20.00',
    'USD 20.00',
  ])
  expect(decimal(-38613n)).toBe('-386.13')
})

test('days are those of Shanghai, in any time zone of the process and at any hour', () => {
  const late = new Date('2027-02-28T23:59:59.999+08:00')
  const early = new Date('2027-03-01T00:00:00+08:00')
  expect([shanghaiDay(late), shanghaiDay(early), daysBetween(late, early)]).toEqual([
    '2027-02-28',
    '2027-03-01',
    1,
  ])
  const from_at = new Date('2027-01-31T12:00:00+08:00')
  const to_at = new Date('2027-02-28T12:00:00+08:00')
  expect(monthsAfter(from_at, 1)).toEqual(to_at)
  expect(daysLeft({ from_at, to_at }, late)).toEqual({ left: 0, total: 28 })
  expect(monthsAfter(new Date('2028-01-31T12:00:00+08:00'), 1)).toEqual(new Date('2028-02-29T12:00:00+08:00'))
})

/** Expressions that convert an amount to or from a floating-point number. */
const FLOATING =
  /parseFloat|toFixed|Math\.round|\/ 100\b|\* 100\b|\bNumber\([^)]*(?:amount|total|price|value|credit)/

test('the code uses no floating point for amounts', () => {
  const files = sourceFiles(['modules/orders', 'src', 'views/values']).filter((file) =>
    /modules\/orders|core\/money|values\/money/.test(file),
  )
  expect(files.length).toBeGreaterThan(30)
  const converting = files.filter((file) => FLOATING.test(readFileSync(file, 'utf8')))
  // In WeChat Pay’s JSON amounts are numbers; only integers are converted.
  expect(converting).toEqual(['modules/orders/payments/wechat/fen.ts'])
  for (const amount of [1n, 88_888n, 10n ** 15n - 1n]) expect(BigInt(asFen(amount))).toBe(amount)
  expect(() => asFen(2n ** 53n)).toThrow(RangeError)
  for (const fen of [0, -1, 0.5, 1e21, '1', Number.NaN]) expect(v.safeParse(Fen, fen).success).toBe(false)
  expect(FLOATING.test('const cents = total / 100')).toBe(true)
})
