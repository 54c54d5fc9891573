import { beforeAll, beforeEach, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { reconcileDay } from '#modules/orders/desk/reconciliation/reconcile.ts'
import { revenueOf } from '#modules/orders/desk/revenue/revenue.ts'
import { yearOfRevenue } from '#modules/orders/desk/revenue/year.ts'
import { closeOrder, findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { applyRefund } from '#modules/orders/refunds/refund-order.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, formProblem } from '#tests/support/form.ts'

let db: Db
let cast: Cast
let placed: Order

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})
beforeEach(async () => {
  const lin = (await findViewer(db, cast.lin.viewer.id))!
  placed = await order(db, lin, 'single_1', { method: 'bank', period: 'once' })
})

const stateOf = async () => (await findOrder(db, cast.lin.viewer, placed.id)).state

/** A transfer for the order arrives; returns the id of the payment. */
async function receiveTransfer(amount: bigint) {
  const reference = newId()
  await settle(db, placed.id, { method: 'bank', reference, currency: 'CNY', amount, at: now() })
  const paymentId = db.selectFrom('orders.payment').select('id').where('reference', '=', reference)
  return (await paymentId.executeTakeFirstOrThrow()).id
}
const payments = () =>
  db
    .selectFrom('orders.payment')
    .select(['id', 'amount', 'problem', 'excess', 'joined_id', 'refunded'])
    .where('order_id', '=', placed.id)
    .orderBy('id')
    .execute()
const paidTogether = (id: string, jointReason = 'Two transfers for one order') =>
  cast.ruo.client.post(`/desk/payments/${id}/joint-application`, { jointReason })
const html = async (path: string) =>
  (await (await cast.ruo.client.get(path)).text()).replaceAll('<!-- -->', '')
const orderRow = async () =>
  (await (await cast.lin.client.get(`/mgmt/orders/${placed.id}`)).text()).replaceAll('<!-- -->', '')

/** Revenue, unsettled money, receipts and refunds of the day. */
async function books() {
  const day = shanghaiDay()
  const [revenue] = await revenueOf(db, cast.ruo.viewer, day.slice(0, 7))
  const { entries } = await reconcileDay(db, cast.ruo.viewer, day)
  const paidIn = await db
    .selectFrom('orders.payment')
    .select((eb) => eb.fn.sum<bigint>('amount').as('sum'))
    .where('reversed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const paidOut = await db
    .selectFrom('orders.refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<bigint>('amount'), eb.val(0n)).as('sum'))
    .where('done_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const [year] = await yearOfRevenue(db, cast.ruo.viewer, day.slice(0, 4), 6)
  const { received, unsettled, net, vat, owed } = year!.total
  // No revenue is deferred here, so the settled amount equals the revenue of the day's packages.
  expect([received, received - unsettled]).toEqual([revenue!.total, net + vat + owed])
  expect(unsettled).toBe(revenue!.sums.unsettled ?? 0n)
  return { total: revenue!.total, sums: revenue!.sums, entries, money: paidIn.sum - BigInt(paidOut.sum) }
}

test('part payments pay an order together once, and until then the customer sees the missing amount', async () => {
  const first = await receiveTransfer(6_000n)
  expect(await orderRow()).toContain('39.00 of the price of CNY\u00a099.00')
  expect(await html(`/desk/payments/${first}`)).not.toContain('Apply them together')
  const early = await paidTogether(first)
  expect([early.status, formProblem(await early.text())]).toEqual([
    422,
    'The payments for this order do not add up to its price',
  ])
  const second = await receiveTransfer(2_000n)
  expect(await html(`/desk/payments/${second}`)).toContain('19.00 less than its price')
  await receiveTransfer(2_500n)
  await receiveTransfer(500n)
  expect(await orderRow()).not.toContain('is missing')
  expect(await orderRow()).toContain('Together, these payments reach the price of the order')
  expect(await orderRow()).not.toContain('does not pay this order')
  const unreasoned = await paidTogether(first, ' ')
  expect(fieldProblem(await unreasoned.text(), 'jointReason')).toBe('This field is required')
  const sent = await Promise.all([paidTogether(first), paidTogether(second), paidTogether(first)])
  expect(sent.map(({ status }) => status).sort()).toEqual([303, 422, 422])
  expect(await stateOf()).toBe('paid')
  expect((await payments()).map(({ problem, excess, joined_id }) => [problem, excess, joined_id])).toEqual([
    [null, 0n, first],
    [null, 0n, first],
    [null, 600n, first],
    ['amount', 0n, null],
  ])
  const { total, sums, money, entries } = await books()
  expect([total, money, sums.unsettled]).toEqual([11_000n, 11_000n, 1_100n])
  expect(entries.map(({ finding, order: part }) => [finding, part])).toEqual([
    ['agrees', 6_000n],
    ['agrees', 2_000n],
    ['tooMuch', 1_900n],
    ['unsettled', null],
  ])
  for (const name of ['lin', 'hannah'] as const)
    expect(
      (await cast[name].client.post(`/desk/payments/${first}/joint-application`, { jointReason: 'x' }))
        .status,
    ).toBe(404)
})

test('an expired or closed order accepts them too, and its full price can be refunded', async () => {
  const first = await receiveTransfer(6_000n)
  await db.updateTable('orders.order').set({ pay_until: now() }).where('id', '=', placed.id).execute()
  await receiveTransfer(3_900n)
  await Promise.all([overdueOrders.now(db, {}), paidTogether(first)])
  expect(await stateOf()).toBe('paid')
  const before = await books()
  const payee = { holder: '莲花贸易', number: '6222000011112222', bank: '招商银行' }
  const orderRefund = {
    orderId: placed.id,
    amount: '9900',
    reason: 'Cancelled',
    uses: 1,
    endsPlan: false,
    payee,
  }
  const refundId = await db
    .transaction()
    .execute((trx) => applyRefund(trx, cast.ruo.viewer, { ...orderRefund, key: newId() }))
  const form = { refund: refundId, handReference: newId(), handReason: 'As asked' }
  expect((await cast.ruo.client.post(`/desk/payments/${first}/refund-by-hand`, form)).status).toBe(303)
  const { total, money, entries } = await books()
  expect([before.total - total, before.money - money, total - money]).toEqual([9_900n, 9_900n, 0n])
  const own = entries.filter(({ orderId }) => orderId === placed.id)
  expect(own.map(({ finding }) => finding)).toEqual(['agrees', 'agrees'])
})

test('undoing part payments makes them unsettled again, as money that has arrived', async () => {
  const first = await receiveTransfer(6_000n)
  await closeOrder(db, cast.lin.viewer, placed.id)
  await receiveTransfer(3_900n)
  await paidTogether(first)
  const before = await books()
  const reversal = { reversalReason: 'The wrong order' }
  expect((await cast.ruo.client.post(`/desk/orders/${placed.id}/reversal`, reversal)).status).toBe(303)
  expect(await stateOf()).not.toBe('paid')
  expect((await payments()).map(({ problem, joined_id }) => [problem, joined_id])).toEqual([
    ['amount', null],
    ['amount', null],
  ])
  const { total, money } = await books()
  expect([total, money]).toEqual([before.total, before.money])
  expect((await paidTogether(first)).status).toBe(303)
  expect(await stateOf()).toBe('paid')
})
