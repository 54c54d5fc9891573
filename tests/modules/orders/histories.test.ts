import * as fc from 'fast-check'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { closeOrder, findOrder } from '#modules/orders/ordering/order.ts'
import { overdueOrders, queryGateway } from '#modules/orders/payments/query-gateway.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import { USAGE_KINDS } from '#modules/orders/schema.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { HOUR, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { order } from '#tests/cast/orders.ts'
import { freshTeam } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runs } from '#tests/support/runs.ts'

vi.setConfig({ testTimeout: process.env.LONG === '1' ? 1_800_000 : 120_000 })

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})
afterEach(() => setClock(null))

const WAYS = [
  ['single_1', 'once', 'sandbox'],
  ['single_esign', 'once', 'bank'],
  ['basic', 'monthly', 'sandbox'],
  ['basic', 'yearly', 'sandbox'],
  ['professional', 'monthly', 'sandbox'],
  ['enterprise', 'monthly', 'sandbox'],
] as const

type Step =
  | { order: number }
  | { pay: number; wrong: boolean }
  | { ask: number; times: number }
  | { close: number }
  | { spend: number }
  | { wait: number }
const nth = fc.nat(9)
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ order: fc.nat(WAYS.length - 1) }) },
  {
    weight: 4,
    arbitrary: fc.record({ pay: nth, wrong: fc.nat(9).map((one) => one === 9) }),
  },
  { weight: 4, arbitrary: fc.record({ ask: nth, times: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ close: nth }) },
  { weight: 2, arbitrary: fc.record({ spend: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(1, 3, 30 * 24, 200 * 24) }) },
)

const isRefused = (error: { code?: string }) => {
  if (!error.code || /^\d/.test(error.code)) throw error
}

async function ordersOf(viewer: Viewer) {
  return db
    .selectFrom('orders.order')
    .selectAll()
    .where('team_id', '=', viewer.teamId)
    .orderBy('id')
    .execute()
}

async function takeStep(viewer: Viewer, step: Step) {
  const placed = await ordersOf(viewer)
  const at = (index: number) => placed[index % placed.length]
  if ('order' in step) {
    const [code, period, method] = WAYS[step.order]!
    await order(db, viewer, code, { period, method }).catch(isRefused)
  } else if ('pay' in step) {
    const one = at(step.pay)
    if (one?.method === 'sandbox')
      await payAtSandbox(db, { ...one, amount: step.wrong ? one.total - 1n : one.total })
  } else if ('ask' in step) {
    const one = at(step.ask)
    if (one) await Promise.all(Array.from({ length: step.times }, () => queryGateway(db, one)))
  } else if ('close' in step) {
    const one = at(step.close)
    if (one) await closeOrder(db, viewer, one.id).catch(isRefused)
  } else if ('spend' in step) {
    const kind = USAGE_KINDS[step.spend]!
    const spend = { teamId: viewer.teamId, kind, spentBy: viewer.id, key: newId() }
    await db
      .transaction()
      .execute((trx) => spendUsage(trx, spend))
      .catch(isRefused)
  }
}

/** Checks the invariants. */
async function check(viewer: Viewer) {
  const orders = await ordersOf(viewer)
  const monthly = orders.filter(({ state, kind }) => state === 'pending' && kind !== 'single')
  expect(monthly.length).toBeLessThanOrEqual(1)
  for (const { id, state, total, currency, kind } of orders) {
    const payments = await db.selectFrom('orders.payment').selectAll().where('order_id', '=', id).execute()
    const settling = payments.filter(({ problem }) => problem === null)
    expect([state, settling.length]).toEqual([state, state === 'paid' ? 1 : 0])
    for (const one of settling) expect([one.amount, one.currency]).toEqual([total, currency])
    const granted = await db
      .selectFrom('orders.usage_entry')
      .select('quantity')
      .where('key', 'like', `order ${id} %`)
      .execute()
    expect(granted.length).toBe(kind === 'single' && state === 'paid' ? 1 : 0)
  }
  const terms = await db
    .selectFrom('orders.term')
    .selectAll()
    .where('team_id', '=', viewer.teamId)
    .where('replaced_at', 'is', null)
    .orderBy('from_at')
    .execute()
  const { package_ends_at: end } = await db
    .selectFrom('accounts.team')
    .select('package_ends_at')
    .where('id', '=', viewer.teamId)
    .executeTakeFirstOrThrow()
  if (terms.length) expect(end).toEqual(terms.at(-1)!.to_at)
  await checkMoney(viewer)
}

/**
 * Checks that the payments for plans equal the values of their terms, the credits of upgrades, and the used
 * parts.
 */
async function checkMoney(viewer: Viewer) {
  const terms = await db.selectFrom('orders.term').selectAll().where('team_id', '=', viewer.teamId).execute()
  for (const { credited, value } of terms) expect((credited ?? 0n) <= value).toBe(true)
  const paid = (await ordersOf(viewer)).filter(({ state, kind }) => state === 'paid' && kind !== 'single')
  for (const one of paid) {
    const sum = one.lines.reduce((total, { amount }) => total + BigInt(amount), 0n)
    expect(sum).toBe(one.total)
    const own = terms.filter(({ order_id }) => order_id === one.id)
    const worth = own.reduce((total, { value }) => total + value, 0n)
    if (one.kind !== 'upgrade') expect(worth).toBe(one.total)
    else expect(worth >= one.total).toBe(true)
  }
}

test('any concurrent sequence of orders, payments, queries, closings, uses and waits pays and grants once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 40 }), async (steps) => {
      setClock(null)
      const { accountId } = await freshTeam(db)
      let hours = 0
      for (const step of steps) {
        if ('wait' in step) {
          hours += step.wait
          const ahead = hours * HOUR
          setClock(() => new Date(Date.now() + ahead))
          await overdueOrders.now(db, {})
        }
        await takeStep((await findViewer(db, accountId))!, step)
      }
      const viewer = (await findViewer(db, accountId))!
      for (const { id } of await ordersOf(viewer)) await queryGateway(db, await findOrder(db, viewer, id))
      await check(viewer)
    }),
    { ...runs(12), interruptAfterTimeLimit: 1_500_000 },
  )
})
