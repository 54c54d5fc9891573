import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pendingOrders } from '#modules/orders/payments/pending-orders.ts'
import { sandbox } from '#modules/orders/payments/sandbox/sandbox.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import { MINUTE, now, setClock } from '#src/core/clock.ts'
import { became, order, setUpBuyers } from '#tests/cast/orders.ts'

const { context, lin } = setUpBuyers()
const NOON = new Date('2027-03-01T12:00:00+08:00')
const minutesLater = (minutes: number) => setClock(() => new Date(NOON.getTime() + minutes * MINUTE))
const single = async (method: 'bank' | 'sandbox' = 'sandbox') =>
  order(context.db, await lin(), 'single_1', { period: 'once', method })
const paidAt = async () => {
  const placed = await single()
  const { number, total, currency } = placed
  await payAtSandbox(context.db, { number, amount: total, currency })
  return placed
}

beforeEach(async () => {
  minutesLater(0)
  await context.db.deleteFrom('orders.order').where('state', '=', 'pending').execute()
})
afterEach(() => vi.restoreAllMocks())

test('a payment without a callback settles its order within minutes, without an open page', async () => {
  const { id } = await paidAt()
  await pendingOrders.now(context.db, {})
  expect((await became(context.db, id))[0]).toBe('pending')
  minutesLater(1)
  await pendingOrders.now(context.db, {})
  expect(await became(context.db, id)).toEqual(['paid', [null], [1]])
})

test('at the start all orders are queried at once, even those queried a moment before', async () => {
  const { id } = await paidAt()
  await context.db.updateTable('orders.order').set({ asked_at: now() }).where('id', '=', id).execute()
  await pendingOrders.now(context.db, { startedAt: now().toISOString() })
  expect((await became(context.db, id))[0]).toBe('pending')
  minutesLater(0.1)
  const startedAt = now().toISOString()
  await Promise.all([1, 2, 3].map(() => pendingOrders.now(context.db, { startedAt })))
  expect(await became(context.db, id)).toEqual(['paid', [null], [1]])
})

test('an unpaid order is queried at growing intervals, once each time, until its deadline', async () => {
  const minutes: number[] = []
  await single()
  await single('bank')
  let minute = 0
  vi.spyOn(sandbox, 'query').mockImplementation(async () => {
    minutes.push(minute)
    return { state: 'open' }
  })
  for (; minute <= 180; minute++) {
    minutesLater(minute)
    await Promise.all([pendingOrders.now(context.db, {}), pendingOrders.now(context.db, {})])
  }
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 62, 92])
})

test('a gateway without answers is skipped after three orders, and queried again later', async () => {
  const ids = []
  for (let n = 0; n < 5; n++) ids.push((await paidAt()).id)
  const query = vi.spyOn(sandbox, 'query').mockRejectedValue(new Error('down'))
  minutesLater(1)
  await pendingOrders.now(context.db, {})
  expect(query).toHaveBeenCalledTimes(3)
  query.mockRestore()
  minutesLater(4)
  await pendingOrders.now(context.db, {})
  for (const id of ids) expect((await became(context.db, id))[0]).toBe('paid')
})
