import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { reconcileDay } from '#modules/orders/desk/reconciliation/reconcile.ts'
import { sumsOf } from '#modules/orders/desk/reconciliation/sums.ts'
import { addMonths, daysOf, revenueOf } from '#modules/orders/desk/revenue/revenue.ts'
import { roundAbove, stack } from '#modules/orders/desk/revenue/views/revenue-chart.tsx'
import { settle } from '#modules/orders/payments/settle.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { openGateways } from '#tests/cast/gateways.ts'
import { buy, order, payTwice } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

const at = (moment: string) => setClock(() => new Date(`${moment}+08:00`))
const single = { period: 'once' } as const

/** February: two documents and a plan, one paid twice and refunded the next day, and one in dollars. */
beforeAll(async () => {
  db = await testDatabase()
  await openGateways()
  at('2027-01-31T23:59:59')
  cast = await openCast(db, 0)
  const lin = (await findViewer(db, cast.lin.viewer.id))!
  await buy(db, lin, 'single_1', single)
  at('2027-02-01T00:00:00')
  const paid = await buy(db, lin, 'single_1', { ...single, quantity: 2 })
  await buy(db, lin, 'basic')
  at('2027-02-28T23:59:59')
  const id = await payTwice(db, paid.id)
  const dollars = await order(db, lin, 'single_1', { ...single, method: 'paypal', currency: 'USD' })
  const money = { method: 'paypal', reference: 'C1', currency: 'USD', amount: dollars.total } as const
  await settle(db, dollars.id, { ...money, at: now() })
  at('2027-03-01T00:00:01')
  for (const { client, viewer } of Object.values(cast))
    client.cookies.set(SESSION_COOKIE, await beginSession(db, viewer.id))
  // The system clock determines when the day ends.
  await db
    .updateTable('platform.session')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  const form = { amount: '198.00', reference: '', reason: 'Paid twice', key: newId() }
  await cast.ruo.client.post(`/desk/payments/${id}/refund`, form)
})
afterEach(() => at('2027-03-01T12:00:00'))

const revenue = (month: string) => revenueOf(db, cast.ruo.viewer, month)
const page = async (query = '') =>
  (await (await cast.ruo.client.get(`/desk/revenue${query}`)).text()).replaceAll('<!-- -->', '')

test('a month is summed by the day in Shanghai and the package, by currency, with negative refunds', async () => {
  const [yuan, dollars, ...more] = await revenue('2027-02')
  expect([yuan!.sums, yuan!.total, dollars!.sums, dollars!.total, more]).toEqual([
    { single_1: 19_800n, basic: 39_900n, unsettled: 19_800n },
    79_500n,
    { single_1: 1_500n },
    1_500n,
    [],
  ])
  const of = (day: string) => yuan!.days.find((one) => one.day === day)!.amounts
  expect([of('2027-02-01'), of('2027-02-02'), of('2027-02-28')]).toEqual([
    { single_1: 19_800n, basic: 39_900n },
    {},
    { unsettled: 19_800n },
  ])
  expect((await revenue('2027-03')).map(({ sums, total }) => [sums, total])).toEqual([
    [{ refunds: -19_800n }, -19_800n],
  ])
  expect((await revenue('2027-01')).map(({ total }) => total)).toEqual([9_900n])
  expect((await revenue('2026-02')).map(({ currency, series }) => [currency, series])).toEqual([['CNY', []]])
})

test('the revenue equals the reconciliation of each day', async () => {
  for (const { currency, days } of await revenue('2027-02'))
    for (const { day, total } of days.filter(({ total }) => total)) {
      const sums = sumsOf(await reconcileDay(db, cast.ruo.viewer, day))
      const paid = sums.filter((sum) => sum.currency === currency)
      const came = paid.reduce((sum, { payments, refunds }) => sum + payments.amount - refunds.amount, 0n)
      expect([day, currency, total]).toEqual([day, currency, came])
    }
})

test('the page has a named chart and a table for each currency, of the current month by default', async () => {
  const html = await page('?month=2027-02')
  expect(html.match(/<svg[^>]*role="img"[^>]*aria-label="Bar chart of each day/g)).toHaveLength(2)
  for (const words of [
    'CNY\u00a0795',
    'USD\u00a015',
    'Unsettled payments',
    '/desk/reconciliation?day=2027-02-28',
  ])
    expect(html).toContain(words)
  expect([html.includes('month=2027-01'), html.includes('month=2027-03')]).toEqual([true, true])
  for (const query of ['', '?month=2027-13', '?month=2099-01', '?month=x']) {
    const now = await page(query)
    expect([query, now.includes('Revenue of March 2027'), now.includes('rel="next"')]).toEqual([
      query,
      true,
      false,
    ])
  }
  expect((await countQueries(() => page('?month=2027-02'))).queries).toBeLessThanOrEqual(3)
})

test('the month is also a file, for staff only', async () => {
  const answer = await cast.ruo.client.get('/desk/revenue.csv?month=2027-02')
  const lines: string[][] = parse((await answer.text()).slice(1))
  const totals = lines.filter(([day]) => day === 'Total').map((line) => [line[1], line.at(-1)])
  expect([lines.length, totals]).toEqual([
    59,
    [
      ['CNY', '795.00'],
      ['USD', '15.00'],
    ],
  ])
  const march: string[][] = parse((await (await cast.ruo.client.get('/desk/revenue.csv')).text()).slice(1))
  expect(march[1]!.at(-1)).toBe('-198.00')
  for (const name of ['lin', 'zhou'] as const)
    for (const path of ['/desk/revenue', '/desk/revenue.csv'])
      expect([name, path, (await cast[name].client.get(path)).status]).toEqual([name, path, 404])
})

test('bars are stacked, and refunds are below the axis', () => {
  const day = { day: '', total: 0n, amounts: { single_1: 5n, basic: 7n, refunds: -3n } }
  expect(
    stack(day, ['single_1', 'single_2', 'basic', 'refunds']).map(({ low, high }) => [low, high]),
  ).toEqual([
    [0n, 5n],
    [5n, 12n],
    [-3n, 0n],
  ])
  expect([0n, 100n, 101n, 501n, 123_456n].map(roundAbove)).toEqual([100n, 100n, 200n, 1_000n, 200_000n])
})

test('months have their days, and follow each other over the year', () => {
  expect([daysOf('2027-02').length, daysOf('2028-02').length, daysOf('2027-12').at(-1)]).toEqual([
    28,
    29,
    '2027-12-31',
  ])
  expect([addMonths('2027-12', 1), addMonths('2027-01', -1), addMonths('2027-06', 0)]).toEqual([
    '2028-01',
    '2026-12',
    '2027-06',
  ])
})
