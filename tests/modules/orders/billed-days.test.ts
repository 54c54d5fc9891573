import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { fetchBill } from '#modules/orders/desk/bank/merchant-bill.ts'
import { reconcileDay } from '#modules/orders/desk/reconciliation/reconcile.ts'
import { sumsOf } from '#modules/orders/desk/reconciliation/sums.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { queryGateway } from '#modules/orders/payments/query-gateway.ts'
import { methodNamed } from '#modules/orders/payments/registry.ts'
import { createApp } from '#src/app/app.tsx'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'
import { alipayBillOf, type BillRow, wechatBillOf } from '#tests/support/statements/merchant-bills.ts'

let db: Db
let cast: Cast
let gateways: Gateways

beforeAll(async () => {
  db = await testDatabase()
  setClock(() => new Date('2027-01-01T12:00:00+08:00'))
  cast = await openCast(db, 0)
  gateways = await openGateways()
})

let days = 0
let day = ''
/** Each test uses another day. */
beforeEach(async () => {
  configure(gateways.variables)
  day = new Date(Date.UTC(2027, 0, 1) + ++days * 2 * DAY).toISOString().slice(0, 10)
  at('12:00:00')
  cast.ruo.client.cookies.set(SESSION_COOKIE, await beginSession(db, cast.ruo.viewer.id))
  // The expiry of a session is computed with the system clock, and would be before the day of the test.
  await db
    .updateTable('platform.session')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
})
afterEach(() => setClock(null))
const at = (time: string) => setClock(() => new Date(`${day}T${time}+08:00`))

const reconcile = () => reconcileDay(db, cast.ruo.viewer, day)
const page = async () =>
  (await (await cast.ruo.client.get(`/desk/reconciliation?day=${day}`)).text()).replaceAll('<!-- -->', '')

describe.each([
  ['alipay', alipayBillOf, 'T'],
  ['wechat', wechatBillOf, 'W'],
] as const)('a day with the bill of %s', (name, billOf, letter) => {
  /** An order that is paid in the service's records and in ours. */
  async function payOrder(): Promise<Order> {
    const viewer = (await findViewer(db, cast.lin.viewer.id))!
    const placed = await order(db, viewer, 'single_1', { method: name, period: 'once' })
    const begun = await methodNamed(name)!.begin(db, placed)
    if ('go' in begun) gateways.alipay.open(begun.go)
    gateways[name].pay(placed.number)
    await queryGateway(db, placed)
    return placed
  }
  async function sendCallback({ number }: Order) {
    const sent = gateways[name].notification(number)
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const { headers, body } = typeof sent === 'string' ? { headers: form, body: sent } : sent
    await createApp(db).request(`/payments/${name}/callback`, { method: 'POST', headers, body })
    await workWaitingJobs(db)
  }
  const rowOf = ({ number, total }: Order, amount = decimal(total)): BillRow => ({
    at: `${day} 12:00:00`,
    amount,
    number,
    reference: `${letter}${number}`,
  })
  async function fetchBillWith(rows: BillRow[]) {
    gateways[name].bills.set(day, billOf(day, rows))
    await fetchBill.now(db, { method: name, day })
  }
  const findings = async () =>
    Object.fromEntries((await reconcile()).entries.map(({ reference, finding }) => [reference, finding]))

  test('agrees with the bill, with or without callbacks; shows payments that only the bill or our books contain', async () => {
    const [reported, unreported, missing] = [await payOrder(), await payOrder(), await payOrder()]
    for (const one of [reported, missing]) await sendCallback(one)
    const other = { ...rowOf(reported, '12.00'), reference: 'strange', number: 'OTHER-SHOP-1' }
    await fetchBillWith([
      rowOf(reported),
      rowOf(unreported),
      { ...rowOf(reported, '20.00'), isRefund: true },
      other,
    ])
    expect(await findings()).toEqual({
      [rowOf(reported).reference]: 'agrees',
      [rowOf(unreported).reference]: 'agrees',
      [rowOf(missing).reference]: 'notOnBill',
      strange: 'onlyOnBill',
    })
    const html = await page()
    for (const words of ['Not on the bill of this day', 'On the bill, not in our books', 'OTHER-SHOP-1'])
      expect(html).toContain(words)
  })

  /** A refund that the service has made. */
  async function insertRefund({ id }: Order, amount: bigint) {
    const { id: paymentId } = await db
      .selectFrom('orders.payment')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const refundId = newId()
    await db
      .insertInto('orders.refund')
      .values({
        id: refundId,
        payment_id: paymentId,
        amount,
        reason: 'Test',
        key: newId(),
        reference: 'R1',
        staff_id: cast.ruo.viewer.id,
        created_at: now(),
        done_at: now(),
      })
      .execute()
    return refundId
  }

  test('compares refunds; shows those that differ, or that only the bill or our books contain', async () => {
    const orders = [await payOrder(), await payOrder(), await payOrder()] as const
    const [agreed, differing, missing] = [
      await insertRefund(orders[0], 2000n),
      await insertRefund(orders[1], 2000n),
      await insertRefund(orders[2], 2000n),
    ]
    const refundRow = (order: Order, key: string, amount: string): BillRow => ({
      ...rowOf(order, amount),
      isRefund: true,
      key,
    })
    await fetchBillWith([
      ...orders.map((one) => rowOf(one)),
      refundRow(orders[0], agreed, '20.00'),
      refundRow(orders[1], differing, '21.00'),
      refundRow(orders[2], 'made-elsewhere', '5.00'),
    ])
    const { refunds, unknownRefunds } = await reconcile()
    expect(Object.fromEntries(refunds.map(({ id, finding }) => [id, finding]))).toEqual({
      [agreed]: 'agrees',
      [differing]: 'refundDiffers',
      [missing]: 'refundNotOnBill',
    })
    expect(unknownRefunds).toMatchObject([{ key: 'made-elsewhere', amount: '500', method: name }])
    expect(sumsOf(await reconcile())[0]!.open).toBe(3)
    const html = await page()
    for (const words of [
      'The bill shows a different amount',
      'Not on the bill of this day',
      'made-elsewhere',
    ])
      expect(html).toContain(words)
    const bill = await cast.ruo.client.get(`/desk/statements/${unknownRefunds[0]!.statementId}`)
    expect(await bill.text()).toContain('Refunds on this bill')
    const csv = await (await cast.ruo.client.get(`/desk/reconciliation.csv?day=${day}`)).text()
    expect(csv).toContain('made-elsewhere,,,,-5.00,"On the bill, not in our books"')
  })

  test('shows a callback with another amount than the bill', async () => {
    const one = await payOrder()
    await sendCallback(one)
    const reference = rowOf(one).reference
    await db.updateTable('orders.payment').set({ amount: 9800n }).where('order_id', '=', one.id).execute()
    await fetchBillWith([rowOf(one, '98.00')])
    expect(await findings()).toEqual({ [reference]: 'callbackDiffers' })
  })

  test('shows an amount that differs', async () => {
    const one = await payOrder()
    await fetchBillWith([rowOf(one, '98.00')])
    expect(await findings()).toEqual({ [rowOf(one).reference]: 'amountDiffers' })
  })

  test('includes money whose callbacks are no longer stored', async () => {
    const one = await payOrder()
    await fetchBillWith([rowOf(one)])
    setClock(() => new Date(Date.parse(day) + 402 * DAY))
    const [sum] = sumsOf(await reconcile())
    expect([await findings(), sum!.reported]).toEqual([
      { [rowOf(one).reference]: 'agrees' },
      { count: 1, amount: one.total },
    ])
  })

  test('shows whether the bill was fetched, for each service that is configured or has payments', async () => {
    const states = async () => (await reconcile()).bills
    const missing = ['alipay', 'wechat'].map((method) => ({ method, statementId: null }))
    expect(await states()).toEqual(missing)
    expect((await page()).split('Bill of the day not fetched')).toHaveLength(3)
    await fetchBillWith([])
    const [bill] = (await states()).filter(({ method }) => method === name)
    const html = await page()
    expect(html).toContain('Bill of the day fetched')
    expect(html).toContain(`/desk/statements/${bill!.statementId}`)
    const shown = await cast.ruo.client.get(`/desk/statements/${bill!.statementId}`)
    const text = await shown.text()
    expect(shown.status).toBe(200)
    expect(text).toContain('This is the bill of a payment')
    expect(text).toContain(`Bill of ${name === 'alipay' ? 'Alipay' : 'WeChat Pay'} ${day}`)
    configure()
    expect(await states()).toEqual([bill])
  })
})
