import { beforeEach, describe, expect, test } from 'vitest'
import { declineOffer, endRequest } from '#modules/consultations/consultation.ts'
import { closeRequest, deliver, makeOffer } from '#modules/consultations/desk-consultation.ts'
import { revenueOf } from '#modules/orders/desk/revenue/revenue.ts'
import { closeOrder, type Order } from '#modules/orders/ordering/order.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { placeTailoredOrder } from '#modules/orders/tailored/place-tailored-order.ts'
import { DAY, now, setClock, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { acceptOffer, OFFER, offeredConsultation, orderForm, orderPage } from '#tests/cast/consultations.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { pay } from '#tests/cast/orders.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem } from '#tests/support/form.ts'

const context = setUpCast()

beforeEach(async () => {
  setClock(null)
  await context.db.deleteFrom('consultations.consultation').execute()
  await context.db
    .updateTable('orders.order')
    .set({ state: 'closed', ended_at: now() })
    .where('state', '=', 'pending')
    .execute()
})

const lin = () => context.cast.lin
const ruo = () => context.cast.ruo
const ADDRESS = 'lin@example.com'
const offered = () => offeredConsultation(context.db, context.cast)
const request = (id: string) =>
  context.db
    .selectFrom('consultations.consultation')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const ordersOf = (id: string) =>
  context.db.selectFrom('orders.order').selectAll().where('request_id', '=', id).orderBy('id').execute()
const page = async (path: string, who = lin()) =>
  (await (await who.client.get(path)).text()).replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '')
const place = (requestId: string, method: 'bank' | 'sandbox' = 'bank') =>
  placeTailoredOrder(context.db, lin().viewer, { requestId, offer: 1, method, total: OFFER.amount })
const paid = (reference = newId()) => ({
  method: 'bank' as const,
  reference,
  currency: 'CNY' as const,
  amount: OFFER.amount,
  at: now(),
})
const errorWith = (code: string) => expect.objectContaining({ code })

describe('ordering an offer', () => {
  test('shows its facts and every payment method, and accepts the offer when it is paid', async () => {
    const id = await offered()
    const form = await page(orderPage(id))
    for (const words of ['Lease of a cold store', 'CNY 3,600.00', '7 days after payment', 'Bank transfer'])
      expect([words, form.includes(words)]).toEqual([words, true])
    expect(form).not.toContain('PayPal')
    const ordered = await lin().client.post(orderPage(id), { ...orderForm(), method: 'bank' })
    const [order] = await ordersOf(id)
    expect(ordered.headers.get('location')).toBe(`/mgmt/orders/${order!.id}/payment`)
    expect([order!.kind, order!.total, order!.quantity, order!.contents]).toEqual([
      'tailored',
      OFFER.amount,
      1,
      null,
    ])
    expect((await request(id)).state).toBe('offered')
    expect(await page(`/mgmt/consultations/${id}`)).toContain(`/mgmt/orders/${order!.id}/payment`)
    const secondResponse = await lin().client.get(orderPage(id))
    expect(secondResponse.headers.get('location')).toBe(`/mgmt/orders/${order!.id}/payment`)
    await settle(context.db, order!.id, paid())
    const acceptedRequest = await request(id)
    expect([
      acceptedRequest.state,
      acceptedRequest.agreed_at !== null,
      acceptedRequest.due_at !== null,
    ]).toEqual(['accepted', true, true])
    const ownPage = await page(`/mgmt/orders/${order!.id}`)
    for (const words of ['Tailor-made document', `/mgmt/consultations/${id}`, 'receipt.pdf', 'invoice'])
      expect([words, ownPage.includes(words)]).toEqual([words, true])
    expect((await lastMailTo(context.db, ADDRESS)).text).toContain(
      'deliver the document on the page of your request',
    )
    expect(await page(`/pay-finish?order=${order!.id}`)).toContain(`href="/mgmt/consultations/${id}"`)
  })

  test('shows problems at their fields, and orders nothing', async () => {
    const id = await offered()
    const send = async (changes: Record<string, string>) =>
      lin().client.post(orderPage(id), { ...orderForm(), ...changes })
    const unread = await send({ agreed: '' })
    expect([unread.status, fieldProblem(await unread.text(), 'agreed')]).toEqual([
      422,
      'Please read and agree to the terms and conditions',
    ])
    const method = await send({ method: 'paypal' })
    expect([method.status, fieldProblem(await method.text(), 'method')]).toEqual([
      422,
      'Choose one of the payment methods offered here',
    ])
    expect((await send({ total: '1' })).status).toBe(422)
    expect((await send({ offer: '2' })).status).toBe(409)
    expect((await send({ offer: 'x' })).status).toBe(422)
    expect((await lin().client.post(orderPage(newId()), orderForm())).status).toBe(404)
    expect((await context.cast.hannah.client.get(orderPage(id))).status).toBe(404)
    expect(await ordersOf(id)).toEqual([])
  })

  test('is possible in dollars if the offer has an amount in dollars', async () => {
    const id = await offered()
    await makeOffer(context.db, ruo().viewer, id, { ...OFFER, amountUsd: 50_000n })
    expect((await page(`/mgmt/consultations/${id}`)).replaceAll('US$', 'USD ')).toMatch(/USD ?500\.00/)
  })

  test('succeeds once, even if two people order concurrently', async () => {
    const id = await offered()
    const placed = await Promise.all([place(id), place(id), place(id, 'sandbox')])
    expect(new Set(placed).size).toBe(1)
    expect(await ordersOf(id)).toHaveLength(1)
  })
})

describe('while its order can still be paid', () => {
  test('the offer cannot be replaced, declined, withdrawn or closed; afterwards it can', async () => {
    const id = await offered()
    const orderId = await place(id)
    const moves = [
      () => declineOffer(context.db, lin().viewer, id, 1, ''),
      () => endRequest(context.db, lin().viewer, id, 'withdraw'),
      () => makeOffer(context.db, ruo().viewer, id, { ...OFFER, days: 8 }),
      () => closeRequest(context.db, ruo().viewer, id, 'x'),
    ]
    for (const move of moves) await expect(move()).rejects.toEqual(errorWith('CONSULTATION_STATUS_WRONG'))
    expect(await page(`/desk/consultations/${id}`, ruo())).toContain('The customer has ordered this offer')
    await closeOrder(context.db, lin().viewer, orderId)
    expect((await request(id)).order_until).toBeNull()
    await makeOffer(context.db, ruo().viewer, id, { ...OFFER, days: 8 })
    expect((await request(id)).offers).toBe(2)
  })

  test('an expired order leaves the offer open; a late payment for another offer is not settled', async () => {
    const id = await offered()
    const first = await place(id)
    await context.db.updateTable('orders.order').set({ pay_until: now() }).where('id', '=', first).execute()
    await overdueOrders.now(context.db, {})
    const second = await place(id)
    expect(second).not.toBe(first)
    await settle(context.db, second, paid())
    expect(await settle(context.db, first, paid())).toBe('late')
    const { id: payment } = await context.db
      .selectFrom('orders.payment')
      .select('id')
      .where('order_id', '=', first)
      .executeTakeFirstOrThrow()
    const applied = await ruo().client.post(`/desk/payments/${payment}/application`, {
      applyReason: 'In time',
    })
    expect([applied.status, await applied.text()]).toEqual([
      422,
      expect.stringContaining('can no longer be accepted: refund the payment'),
    ])
  })

  test('a payment for an offer that is withdrawn concurrently is recorded as a problem', async () => {
    const id = await offered()
    const orderId = await place(id)
    await context.db
      .updateTable('consultations.consultation')
      .set({ state: 'withdrawn' })
      .where('id', '=', id)
      .execute()
    expect(await settle(context.db, orderId, paid())).toBe('offer')
    expect((await ordersOf(id))[0]!.state).toBe('pending')
    expect((await lastMailTo(context.db, ADDRESS)).text).toContain('can no longer be accepted')
  })
})

describe('after the payment', () => {
  test('a mistaken confirmation can be undone within a day, until the document is delivered', async () => {
    const id = await offered()
    const orderId = await place(id)
    const form = { amount: '3600.00', reference: newId(), day: shanghaiDay() }
    expect((await ruo().client.post(`/desk/orders/${orderId}/transfer`, form)).status).toBe(303)
    expect((await request(id)).state).toBe('accepted')
    expect(await page(`/desk/orders/${orderId}`, ruo())).toContain('reversal')
    const reverse = () =>
      ruo().client.post(`/desk/orders/${orderId}/reversal`, { reversalReason: 'Another customer' })
    expect((await reverse()).status).toBe(303)
    const openRequest = await request(id)
    expect([
      openRequest.state,
      openRequest.agreed_at,
      openRequest.due_at,
      openRequest.order_until !== null,
    ]).toEqual(['offered', null, null, true])
    expect((await ordersOf(id))[0]!.state).toBe('pending')
    await settle(context.db, orderId, paid())
    const pdf = { type: 'pdf' as const, name: 'Lease.pdf', bytes: new TextEncoder().encode('%PDF-1.7') }
    await deliver(context.db, ruo().viewer, id, '', [pdf])
    const lateResponse = await reverse()
    expect([lateResponse.status, await lateResponse.text()]).toEqual([
      422,
      expect.stringContaining('already been delivered or the request closed'),
    ])
    expect((await request(id)).state).toBe('delivered')
  })

  test('a full refund closes the request with its reason; a partial refund does not', async () => {
    const id = await offered()
    const order = await acceptOffer(context.db, lin().viewer, id)
    const refund = (amount: string) =>
      ruo().client.post(`/desk/orders/${order.id}/refund`, {
        amount,
        reason: 'Called off by agreement',
        key: newId(),
        step: 'apply',
      })
    expect(await page(`/desk/orders/${order.id}/refund`, ruo())).toContain('how much of the work is done')
    expect((await refund('600.00')).status).toBe(303)
    expect((await request(id)).state).toBe('accepted')
    expect((await refund('3000.00')).status).toBe(303)
    expect((await request(id)).state).toBe('closed')
    expect(await page(`/mgmt/consultations/${id}`)).toContain('Called off by agreement')
  })

  test('the order is a separate kind of revenue, can be invoiced, and is in the list of orders', async () => {
    setClock(() => new Date('2027-05-02T10:00:00+08:00'))
    const id = await offered()
    const order = await acceptOffer(context.db, lin().viewer, id)
    const [yuan] = await revenueOf(context.db, ruo().viewer, '2027-05')
    expect(yuan!.sums.tailored).toBe(OFFER.amount)
    setClock(null)
    expect(await page('/mgmt/order-record')).toContain(order.number)
    expect((await lin().client.get(`/mgmt/orders/${order.id}/invoice`)).status).toBe(200)
    expect((await lin().client.get(`/mgmt/orders/${order.id}/receipt.pdf`)).status).toBe(200)
    expect(await page(`/desk/orders/${order.id}`, ruo())).toContain(`/desk/consultations/${id}`)
  })

  test('the invoice is chosen with the order, and requested once the order is paid', async () => {
    const id = await offered()
    const invoice = {
      invoice: 'yes',
      invoice_kind: 'ordinary',
      invoice_titleKind: 'company',
      invoice_title: '莲花贸易（上海）有限公司',
      invoice_taxNumber: '91310115MA1K4LTX2A',
      invoice_email: 'books@lotus.example',
    }
    const wrongValues = { ...orderForm(), ...invoice, invoice_taxNumber: '12', key: newId() }
    const refusedForm = await lin().client.post(orderPage(id), wrongValues)
    expect([refusedForm.status, fieldProblem(await refusedForm.text(), 'invoice_taxNumber')]).not.toContain(
      '',
    )
    expect([refusedForm.status, await ordersOf(id)]).toEqual([422, []])
    await lin().client.post(orderPage(id), { ...orderForm(), ...invoice, key: newId() })
    const [order] = await ordersOf(id)
    await pay(context.db, lin().viewer, order as Order)
    const requestedInvoices = await context.db
      .selectFrom('orders.invoice')
      .select(['state', 'title'])
      .where('order_id', '=', order!.id)
      .execute()
    expect(requestedInvoices).toEqual([{ state: 'requested', title: invoice.invoice_title }])
  })

  test('the delivery is due the agreed number of days after the payment, not after the order', async () => {
    const id = await offered()
    const orderId = await place(id)
    setClock(() => new Date(Date.now() + 2 * DAY))
    await settle(context.db, orderId, paid())
    const { due_at } = await request(id)
    expect(shanghaiDay(due_at!)).toBe(shanghaiDay(new Date(Date.now() + 9 * DAY)))
  })
})
