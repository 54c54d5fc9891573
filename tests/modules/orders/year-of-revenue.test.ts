import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { revenueOf } from '#modules/orders/desk/revenue/revenue.ts'
import { vatIn, yearOfRevenue } from '#modules/orders/desk/revenue/year.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { newId } from '#src/core/ids.ts'
import { buy, payTwice } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

const at = (moment: string) => setClock(() => new Date(`${moment}+08:00`))

/**
 * Logs all people in at the time of the test clock. PostgreSQL checks the expiry by the system clock, so the
 * expiry is far away.
 */
async function logIn() {
  for (const { client, viewer } of Object.values(cast))
    client.cookies.set(SESSION_COOKIE, await beginSession(db, viewer.id))
  const sessions = db.updateTable('platform.session')
  await sessions.set({ expires_at: new Date('2099-01-01') }).execute()
}

/** A yearly plan from July, upgraded in October, refunded in part; a document paid twice in December. */
beforeAll(async () => {
  db = await testDatabase()
  at('2026-07-01T09:00:00')
  cast = await openCast(db, 0)
  const lin = (await findViewer(db, cast.lin.viewer.id))!
  await buy(db, lin, 'basic', { period: 'yearly' })
  at('2026-10-01T09:00:00')
  const upgraded = await buy(db, lin, 'professional', { period: 'yearly' })
  at('2026-11-15T09:00:00')
  await logIn()
  const form = {
    amount: '500.00',
    reason: 'Complaint',
    key: newId(),
    step: 'apply',
    plan: 'stays',
    uses: '0',
  }
  const refund = await cast.ruo.client.post(`/desk/orders/${upgraded.id}/refund`, form)
  expect(refund.status).toBe(303)
  at('2026-12-05T09:00:00')
  await payTwice(db, (await buy(db, lin, 'single_1', { period: 'once' })).id)
  at('2028-01-15T09:00:00')
  await logIn()
})
afterAll(() => setClock(null))

const year = async (name: string) => (await yearOfRevenue(db, cast.ruo.viewer, name, 6))[0]!

test('the received amounts equal those of the months, and are all earned once the plans have ended', async () => {
  const [first, second] = [await year('2026'), await year('2027')]
  for (const { month, received } of [...first.months, ...second.months])
    expect([month, (await revenueOf(db, cast.ruo.viewer, month))[0]!.total]).toEqual([month, received])
  const sum = (key: 'received' | 'unsettled' | 'earned') => first.total[key] + second.total[key]
  expect(sum('received') - sum('unsettled')).toBe(sum('earned'))
  expect([first.total.deferred > 0n, second.total.deferred]).toEqual([true, 0n])
})

test('a yearly plan is earned by the day: July has 31 of its 365 days', async () => {
  const { months } = await year('2026')
  const july = months.find(({ month }) => month === '2026-07')!
  const deferred = 399_000n - (399_000n * 31n) / 365n
  expect([july.received, july.deferred, july.earned]).toEqual([399_000n, deferred, 399_000n - deferred])
  const earlier = months.find(({ month }) => month === '2026-06')!
  expect([earlier.received, earlier.deferred, earlier.earned]).toEqual([0n, 0n, 0n])
  const november = months.find(({ month }) => month === '2026-11')!
  expect(november.received).toBe(-50_000n)
})

test('a refund that is approved but not yet transferred is a liability, and is not earned', async () => {
  const before = await year('2026')
  const { id } = await db
    .selectFrom('orders.refund')
    .select('id')
    .where('amount', '=', 50_000n)
    .executeTakeFirstOrThrow()
  const doneAt = (moment: string) =>
    db
      .updateTable('orders.refund')
      .set({ done_at: new Date(`${moment}+08:00`) })
      .where('id', '=', id)
      .execute()
  await doneAt('2027-01-10T09:00:00')
  const after = await year('2026')
  const months = (one: typeof before) => one.months.map(({ month, earned, vat }) => [month, earned, vat])
  expect(months(after)).toEqual(months(before))
  expect(after.months.slice(-3).map(({ owed }) => owed)).toEqual([0n, 50_000n, 50_000n])
  expect([before.total.owed, after.total.owed, after.total.received - before.total.received]).toEqual([
    0n,
    50_000n,
    50_000n,
  ])
  await doneAt('2026-11-15T09:00:00')
})

test('the tax is the part that the price contains', () => {
  expect([vatIn(10_600n, 6), vatIn(9_900n, 6), vatIn(-10_600n, 6), vatIn(10_300n, 3), vatIn(99n, 0)]).toEqual(
    [600n, 560n, -600n, 300n, 0n],
  )
})

test('the page and its CSV file show the year; for an invalid year they show the current one', async () => {
  const page = async (query: string) =>
    (await (await cast.ruo.client.get(`/desk/revenue/year?${query}`)).text()).replaceAll('<!-- -->', '')
  const html = await page('year=2026&vat=3')
  expect([html.includes('Revenue of 2026'), html.includes('href="/desk/revenue?month=2026-07"')]).toEqual([
    true,
    true,
  ])
  for (const query of ['', 'year=2999', 'year=x']) expect(await page(query)).toContain('Revenue of 2028')
  const csv = await (await cast.ruo.client.get('/desk/revenue/year.csv?year=2026')).text()
  const lines: string[][] = parse(csv.slice(1))
  const july = lines.find(([month]) => month === '2026-07')!
  expect([lines.length, july[1], july[2]]).toEqual([14, 'CNY', '3990.00'])
  expect((await cast.lin.client.get('/desk/revenue/year')).status).toBe(404)
})
