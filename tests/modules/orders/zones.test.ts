// Alone: it changes the time zone of its process.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { findOrder, timeLeft } from '#modules/orders/ordering/order.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { monthOf, monthsAfter } from '#modules/orders/plans/month.ts'
import { monthlyUses } from '#modules/orders/plans/plan.ts'
import { daysLeft } from '#modules/orders/plans/proration.ts'
import { DAY, HOUR, setClock, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { buy, order } from '#tests/cast/orders.ts'
import { freshTeam } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'

const ZONES = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati']
const ZONE = process.env.TZ

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})
afterEach(() => setClock(null))
afterAll(() => {
  if (ZONE === undefined) delete process.env.TZ
  else process.env.TZ = ZONE
})

const at = (text: string) => new Date(`${text}+08:00`)
const clock = (moment: Date) => setClock(() => moment)
const aSecondBefore = (moment: Date) => new Date(moment.getTime() - 1000)

/** A team without orders that buys at a chosen moment. */
async function buyer() {
  const { accountId } = await freshTeam(db)
  const viewer = async () => (await findViewer(db, accountId))!
  return {
    viewer,
    total: async () => (await usageSummary(db, await viewer())).map(({ total }) => total),
  }
}

test('the four zones differ in this process', () => {
  const hours = ZONES.map((zone) => {
    process.env.TZ = zone
    return new Date('2027-07-01T00:00:00Z').getHours()
  })
  expect(hours).toEqual([0, 8, 20, 14])
})

describe.each(ZONES)('in %s', (zone) => {
  beforeAll(() => {
    process.env.TZ = zone
  })

  test.each([
    ['31 days', 'single_1', 'once', '2027-01-31T10:00:00', '2027-03-03T10:00:00'],
    ['31 days over a leap day', 'single_1', 'once', '2028-02-01T00:00:00', '2028-03-03T00:00:00'],
    ['a month from the 31st of January', 'basic', 'monthly', '2027-01-31T10:00:00', '2027-02-28T10:00:00'],
    ['the same of a leap year', 'basic', 'monthly', '2028-01-31T10:00:00', '2028-02-29T10:00:00'],
    [
      'a month that begins in a day’s last millisecond',
      'basic',
      'monthly',
      '2027-08-31T23:59:59.999',
      '2027-09-30T23:59:59.999',
    ],
    ['a month that begins with a day', 'basic', 'monthly', '2027-10-31T00:00:00', '2027-11-30T00:00:00'],
    ['a month of an e-signature', 'single_esign', 'once', '2027-12-31T12:00:00', '2028-01-31T12:00:00'],
    ['365 days', 'basic', 'yearly', '2027-02-28T10:00:00', '2028-02-28T10:00:00'],
    ['a year from a leap day', 'basic', 'yearly', '2028-02-29T10:00:00', '2029-02-28T10:00:00'],
    [
      'a year over the end of summer time in New York',
      'basic',
      'agreement',
      '2027-11-07T13:30:00',
      '2028-11-07T13:30:00',
    ],
  ] as const)('%s ends to the second', async (_, code, period, from, to) => {
    const { viewer, total } = await buyer()
    clock(at(from))
    const bought = await buy(db, await viewer(), code, { period })
    expect([bought.valid_from, bought.valid_to]).toEqual([at(from), at(to)])
    const packageCode = (await viewer()).package
    clock(aSecondBefore(at(to)))
    await monthlyUses.now(db, {})
    expect([(await viewer()).package, (await total()).some((count) => count > 0)]).toEqual([
      packageCode,
      true,
    ])
    clock(at(to))
    expect([(await viewer()).package, await total()]).toEqual(['free', [0, 0, 0]])
  })

  test('each month of a year begins on its day, to the second', () => {
    const start = at('2027-10-31T23:59:59.999')
    const ends = Array.from({ length: 5 }, (_, n) => shanghaiDay(monthsAfter(start, n + 1)))
    expect(ends).toEqual(['2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'])
    const turn = at('2028-02-29T23:59:59.999')
    expect(monthOf(start, new Date(turn.getTime() - 1)).to).toEqual(turn)
    expect(monthOf(start, turn).from).toEqual(turn)
  })

  test('the countdown of an order ends after two hours, to the second', async () => {
    const { viewer } = await buyer()
    const placedAt = at('2027-03-14T14:30:00')
    clock(placedAt)
    const placed = await order(db, await viewer(), 'basic')
    expect(timeLeft(placed)).toBe(2 * HOUR)
    clock(aSecondBefore(new Date(placedAt.getTime() + 2 * HOUR)))
    await overdueOrders.now(db, {})
    expect([timeLeft(placed), (await findOrder(db, await viewer(), placed.id)).state]).toEqual([
      1000,
      'pending',
    ])
    clock(new Date(placedAt.getTime() + 2 * HOUR))
    await overdueOrders.now(db, {})
    expect([timeLeft(placed), (await findOrder(db, await viewer(), placed.id)).state]).toEqual([0, 'expired'])
  })

  test('a day of a plan ends at midnight in Shanghai', () => {
    const term = { from_at: at('2028-02-29T12:00:00'), to_at: at('2028-03-29T12:00:00') }
    const left = (text: string) => daysLeft(term, at(text)).left
    expect([left('2028-02-29T23:59:59.999'), left('2028-03-01T00:00:00')]).toEqual([29, 28])
    // The hour that New York skips in spring, and the one that it repeats in autumn.
    expect([left('2028-03-12T14:59:59'), left('2028-03-12T15:00:01')]).toEqual([17, 17])
  })
})

test('a clock set back an hour, or forward a day, never extends a purchase', async () => {
  const { viewer, total } = await buyer()
  const from = at('2027-05-01T10:00:00')
  clock(from)
  await buy(db, await viewer(), 'single_1', { period: 'once' })
  clock(new Date(from.getTime() - HOUR))
  expect((await total())[0]).toBe(1)
  clock(new Date(from.getTime() + DAY))
  expect((await total())[0]).toBe(1)
  clock(new Date(from.getTime() + 31 * DAY))
  expect((await total())[0]).toBe(0)
})
