import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { closeOrder, findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { GatewayRefused } from '#modules/orders/payments/gateway.ts'
import { sandbox } from '#modules/orders/payments/sandbox/sandbox.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { applyRefund } from '#modules/orders/refunds/refund-order.ts'
import type { MethodName } from '#modules/orders/schema.ts'
import { readQueues } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, order, payTwice } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})
afterEach(() => vi.restoreAllMocks())

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const single = async (method: MethodName = 'bank') =>
  order(db, await lin(), 'single_1', { method, period: 'once' })
const stateOf = async ({ id }: Order) => (await findOrder(db, await lin(), id)).state

/** Receives a payment for an order; returns the id of the payment. */
async function receivePayment({ id, method }: Order, amount: bigint, currency: 'CNY' | 'USD' = 'CNY') {
  const reference = newId()
  await settle(db, id, { method, reference, currency, amount, at: now() })
  const { id: paymentId } = await db
    .selectFrom('orders.payment')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return paymentId
}
const payment = (id: string) =>
  db.selectFrom('orders.payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refunds = (id: string) =>
  db.selectFrom('orders.refund').selectAll().where('payment_id', '=', id).orderBy('id').execute()
const apply = (id: string) =>
  cast.ruo.client.post(`/desk/payments/${id}/application`, { applyReason: 'Paid the day before' })
const refund = (id: string, changes: Record<string, string> = {}) =>
  cast.ruo.client.post(`/desk/payments/${id}/refund`, {
    amount: '99.00',
    reference: newId(),
    reason: 'Asked for it',
    key: newId(),
    ...changes,
  })

describe('a late payment', () => {
  let placed: Order
  let id: string
  beforeEach(async () => {
    placed = await single()
    await closeOrder(db, await lin(), placed.id)
    id = await receivePayment(placed, 9_900n)
  })

  test('is in the list, is assigned once, and the order is then fulfilled', async () => {
    const list = await (await cast.ruo.client.get('/desk/payments')).text()
    expect([list.includes(id), list.includes('Arrived after payment was closed')]).toEqual([true, true])
    const answers = await Promise.all([apply(id), apply(id), apply(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422])
    expect([await stateOf(placed), (await payment(id)).problem]).toEqual(['paid', null])
    expect(await (await cast.ruo.client.get('/desk/payments')).text()).not.toContain(id)
    expect(await (await cast.ruo.client.get('/desk/payments?show=settled')).text()).toContain(id)
    // A payment that settles an order cannot be refunded.
    expect(fieldProblem(await (await refund(id)).text(), 'amount')).toBe(
      'This payment has paid its order or has already been refunded in full',
    )
    expect(await (await cast.ruo.client.get(`/desk/payments/${id}`)).text()).not.toContain(
      'Unsettled payment<',
    )
  })

  test('is refunded manually, in parts, at most its amount, and leaves the list after the full refund', async () => {
    expect((await refund(id, { amount: '60.00' })).headers.get('location')).toContain('done=refunded')
    const more = await refund(id, { amount: '39.01' })
    expect([more.status, fieldProblem(await more.text(), 'amount')]).toEqual([
      422,
      'More than the refundable amount of this payment',
    ])
    expect((await apply(id)).status).toBe(422)
    expect((await payment(id)).settled_at).toBeNull()
    expect((await refund(id, { amount: '39.00' })).status).toBe(303)
    const { refunded, settled_at } = await payment(id)
    expect([refunded, settled_at !== null, await stateOf(placed)]).toEqual([9_900n, true, 'closed'])
  })

  test('is refunded with a separate reference; the buyer is notified of each part, and sees it with the order', async () => {
    await refund(id, { amount: '60.00', reference: 'BACK-1' })
    const again = await refund(id, { amount: '39.00', reference: 'BACK-1' })
    expect([again.status, fieldProblem(await again.text(), 'reference')]).toEqual([
      422,
      'Another refund already has this reference',
    ])
    const [mail] = (await mailsTo(db, cast.lin.viewer.email!)).filter(({ subject }) =>
      subject.includes(`${placed.number}: your payment was refunded`),
    )
    for (const words of ['60.00', 'BACK-1']) expect(mail!.text).toContain(words)
    const messages = db.selectFrom('messaging.message').select('kind').orderBy('id', 'desc').limit(1)
    expect(await messages.executeTakeFirst()).toEqual({ kind: 'paymentRefunded' })
    const page = await (await cast.lin.client.get(`/mgmt/orders/${placed.id}`)).text()
    for (const words of ['It does not pay this order. It arrived after', '60.00 was refunded on', 'BACK-1'])
      expect(page).toContain(words)
  })

  test('is refunded once, however often and concurrently it is requested', async () => {
    const key = newId()
    const same = await Promise.all(Array.from({ length: 5 }, () => refund(id, { amount: '50.00', key })))
    expect(same.map(({ status }) => status)).toEqual(Array(5).fill(303))
    expect((await refunds(id)).length).toBe(1)
    const others = await Promise.all(Array.from({ length: 5 }, () => refund(id, { amount: '49.00' })))
    expect(others.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422, 422])
    expect((await payment(id)).refunded).toBe(9_900n)
  })

  test.each([
    ['amount', '0', 'Enter an amount such as 399 or 399.00'],
    ['amount', 'all', 'Enter an amount such as 399 or 399.00'],
    ['reference', ' ', 'This field is required'],
    ['reason', ' ', 'This field is required'],
  ])(
    'a refund with a wrong %s, %s, is rejected beside it, and the other values stay',
    async (field, typed, words) => {
      const answer = await refund(id, { [field]: typed })
      const html = await answer.text()
      expect([answer.status, fieldProblem(html, field)]).toEqual([422, words])
      if (field !== 'amount') expect(typedValue(html, 'amount')).toBe('99.00')
      expect(await refunds(id)).toEqual([])
    },
  )

  test('is for staff only', async () => {
    for (const name of ['lin', 'zhou', 'hannah'] as const) {
      const { client } = cast[name]
      const at = `/desk/payments/${id}`
      const answers = [
        await client.get('/desk/payments'),
        await client.get(at),
        await client.post(`${at}/application`, { applyReason: 'x' }),
        await client.post(`${at}/refund`, { amount: '1.00', reference: 'x', reason: 'x', key: newId() }),
        await client.post(`${at}/refund-retry`, { refund: newId() }),
      ]
      expect([name, answers.map(({ status }) => status)]).toEqual([name, Array(5).fill(404)])
    }
    for (const other of [newId(), '%00'])
      expect((await cast.ruo.client.get(`/desk/payments/${other}`)).status).toBe(404)
    expect((await payment(id)).refunded).toBe(0n)
  })
})

describe('a payment that does not match its order', () => {
  test('pays the order if it is too large, and only the rest is refunded', async () => {
    const placed = await single()
    const id = await receivePayment(placed, 10_900n)
    expect((await apply(id)).status).toBe(303)
    expect(await stateOf(placed)).toBe('paid')
    expect((await refund(id, { amount: '10.01' })).status).toBe(422)
    expect((await refund(id, { amount: '10.00' })).status).toBe(303)
    expect((await payment(id)).refunded).toBe(1_000n)
  })

  test('that is too large stays open until its excess is refunded, of which the customer is notified', async () => {
    const waiting = async () => (await readQueues(db)).payments.waiting
    const placed = await single()
    const before = await waiting()
    const id = await receivePayment(placed, 14_900n)
    await apply(id)
    expect([(await payment(id)).excess, await waiting()]).toEqual([5_000n, before + 1])
    const list = async (show = 'open') => (await cast.ruo.client.get(`/desk/payments?show=${show}`)).text()
    expect(await list()).toMatch(new RegExp(`${id}[^]*?CNY\u00a050\\.00[^]*?Overpayment to refund`))
    expect(await list('settled')).not.toContain(id)
    const ordered = async () => (await cast.lin.client.get(`/mgmt/orders/${placed.id}`)).text()
    expect(await ordered()).toContain('50.00 of it exceeds the price of the order')
    expect((await refund(id, { amount: '50.01' })).status).toBe(422)
    await refund(id, { amount: '20.00' })
    expect([await waiting(), await ordered()]).toEqual([
      before + 1,
      expect.stringContaining('30.00 of it exceeds the price of the order'),
    ])
    await refund(id, { amount: '30.00' })
    expect([await waiting(), (await list()).includes(id)]).toEqual([before, false])
    expect(await list('settled')).toContain(id)
    expect(await ordered()).not.toContain('exceeds the price')
  })

  test('whose refund waits for a bank transfer is counted, with the amount to be transferred', async () => {
    const paid = await single()
    const id = await receivePayment(paid, 9_900n)
    const before = (await readQueues(db)).payments.waiting
    const payee = { holder: '莲花贸易', number: '6222000011112222', bank: '招商银行' }
    const refund = { orderId: paid.id, amount: '4000', reason: 'Too slow', uses: 0, endsPlan: false, payee }
    await db.transaction().execute((trx) => applyRefund(trx, cast.ruo.viewer, { ...refund, key: newId() }))
    expect((await readQueues(db)).payments.waiting).toBe(before + 1)
    const html = await (await cast.ruo.client.get('/desk/payments')).text()
    expect(html).toMatch(
      new RegExp(`${id}[^]*?CNY\u00a099\\.00[^]*?CNY\u00a040\\.00[^]*?Refund not yet made`),
    )
  })

  test('that is too small or in another currency cannot be assigned', async () => {
    const placed = await single()
    for (const id of [await receivePayment(placed, 9_899n), await receivePayment(placed, 9_900n, 'USD')]) {
      expect(await (await cast.ruo.client.get(`/desk/payments/${id}`)).text()).not.toContain('applyReason')
      const answer = await apply(id)
      expect([answer.status, formProblem(await answer.text())]).toEqual([
        422,
        'The order cannot take this payment now',
      ])
    }
    expect(await stateOf(placed)).toBe('pending')
  })

  test('whose plan has changed in the meantime stays unsettled', async () => {
    const placed = await order(db, await lin(), 'basic', { method: 'bank' })
    await closeOrder(db, await lin(), placed.id)
    await buy(db, await lin(), 'basic')
    const id = await receivePayment(placed, placed.total)
    const answer = await apply(id)
    expect([answer.status, formProblem(await answer.text())]).toEqual([
      422,
      'The order was placed for a different plan from the one the team has now',
    ])
    expect([(await payment(id)).problem, await stateOf(placed)]).toEqual(['late', 'closed'])
  })
})

describe('a payment held by a payment service', () => {
  test('is refunded by the service once; a refund without a response waits and can be retried', async () => {
    const paid = await buy(db, await lin(), 'single_1', { period: 'once' })
    const id = await payTwice(db, paid.id)
    const refundSpy = vi.spyOn(sandbox, 'refund').mockRejectedValueOnce(new Error('silent'))
    const waits = await refund(id, { reference: '' })
    expect(waits.headers.get('location')).toContain('done=refundWaits')
    const [row] = await refunds(id)
    expect([row!.done_at, (await payment(id)).refunded]).toEqual([null, 9_900n])
    expect((await refund(id)).status).toBe(422)
    const again = await cast.ruo.client.post(`/desk/payments/${id}/refund-retry`, { refund: row!.id })
    expect(again.headers.get('location')).toContain('done=refunded')
    expect(refundSpy.mock.calls.map(([, { key, amount }]) => [key, amount])).toEqual([
      [row!.id, 9_900n],
      [row!.id, 9_900n],
    ])
    expect((await refunds(id))[0]!.reference).toBe(`SBR-${row!.id}`)
    const unknown = await cast.ruo.client.post(`/desk/payments/${id}/refund-retry`, { refund: newId() })
    expect(unknown.status).toBe(404)
  })

  test('is refunded manually once if the service permanently refuses, and the list says so', async () => {
    const paid = await buy(db, await lin(), 'single_1', { period: 'once' })
    const id = await payTwice(db, paid.id)
    const byHand = (changes: Record<string, string> = {}) =>
      cast.ruo.client.post(`/desk/payments/${id}/refund-by-hand`, {
        refund: row!.id,
        handReference: 'BANK-7',
        handReason: 'Their account is closed',
        ...changes,
      })
    const refundSpy = vi.spyOn(sandbox, 'refund').mockRejectedValueOnce(new Error('silent'))
    await refund(id, { reference: '' })
    const [row] = await refunds(id)
    // A gateway that did not respond may have refunded it; only after a declined refund can staff refund by
    // hand.
    const early = await byHand()
    const words = 'This refund has already been made, or the payment service has not declined it'
    expect([early.status, formProblem(await early.text())]).toEqual([422, words])
    refundSpy.mockRejectedValueOnce(new GatewayRefused('sandbox', 'SYSTEM_ERROR'))
    await cast.ruo.client.post(`/desk/payments/${id}/refund-retry`, { refund: row!.id })
    expect([(await refunds(id))[0]!.refused, (await byHand()).status]).toEqual([null, 422])
    refundSpy.mockRejectedValueOnce(new GatewayRefused('sandbox', 'TRADE_NOT_ALLOW_REFUND'))
    await cast.ruo.client.post(`/desk/payments/${id}/refund-retry`, { refund: row!.id })
    const list = async (show = 'open') => (await cast.ruo.client.get(`/desk/payments?show=${show}`)).text()
    expect(await list()).toMatch(new RegExp(`${id}[^]*?Refund refused`))
    expect(await list('settled')).not.toContain(id)
    const html = await (await cast.ruo.client.get(`/desk/payments/${id}`)).text()
    expect(html).toContain('Refused by the payment service: TRADE_NOT_ALLOW_REFUND')
    // A refused refund does not count as refunded.
    expect(html).toMatch(
      /Refunded<\/dt><dd[^>]*><span[^>]*>CNY\u00a00\.00<.*Refund not yet made<\/dt><dd[^>]*><span[^>]*>CNY\u00a099\.00</s,
    )
    const lacking = await byHand({ handReference: ' ' })
    const page = await lacking.text()
    expect([fieldProblem(page, 'handReference'), typedValue(page, 'handReason')]).toEqual([
      'This field is required',
      'Their account is closed',
    ])
    const answers = await Promise.all([byHand(), byHand({ handReference: 'BANK-8' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    const [done] = await refunds(id)
    expect([done!.by_hand, done!.done_at !== null, /^BANK-[78]$/.test(done!.reference!)]).toEqual([
      true,
      true,
      true,
    ])
    expect([(await list()).includes(id), await list('settled')]).toEqual([
      false,
      expect.stringMatching(new RegExp(`${id}[^]*?Refunded by bank transfer`)),
    ])
    // The refund is not requested at the service again.
    const before = refundSpy.mock.calls.length
    await cast.ruo.client.post(`/desk/payments/${id}/refund-retry`, { refund: row!.id })
    expect(refundSpy.mock.calls.length).toBe(before)
    const logged = db
      .selectFrom('accounts.desk_action')
      .select('reason')
      .where('action', '=', 'settle-refund')
    expect(await logged.execute()).toEqual([{ reason: 'Their account is closed' }])
    expect((await byHand({ refund: newId() })).status).toBe(404)
    for (const name of ['lin', 'zhou'] as const)
      expect((await cast[name].client.post(`/desk/payments/${id}/refund-by-hand`, {})).status).toBe(404)
  })
})
