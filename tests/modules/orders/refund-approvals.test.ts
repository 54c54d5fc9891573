import { beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmTransfer } from '#modules/orders/desk/bank/confirm-transfer.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { buy, setUpBuyers } from '#tests/cast/orders.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'

const { context, lin } = setUpBuyers()
let mei: Client
let meiId: string

const single = async () => buy(context.db, await lin(), 'single_1', { period: 'once' })
const yuan = ({ total }: Order) => `${total / 100n}.${String(total % 100n).padStart(2, '0')}`

const refund = (order: Order) =>
  context.cast.ruo.client.post(`/desk/orders/${order.id}/refund`, {
    amount: yuan(order),
    reason: 'Ordered twice',
    uses: '1',
    key: newId(),
    step: 'apply',
  })

const refundsOf = (order: Order) =>
  context.db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .select(['refund.amount', 'refund.done_at'])
    .where('payment.order_id', '=', order.id)
    .execute()

beforeAll(async () => {
  mei = newClient(context.db)
  meiId = await createColleague(context.db, context.cast.ruo.viewer, 'mei', ['finance'])
  mei.cookies.set(SESSION_COOKIE, await beginSession(context.db, meiId))
})
// Moves Ruo's refunds to an earlier day.
beforeEach(() => context.db.updateTable('orders.refund').set({ staff_id: meiId }).execute())

test('a refund of at least the limit is made once a colleague approves it', async () => {
  configure({ FOUR_EYES_FROM: '1' })
  const order = await single()
  const path = (await refund(order)).headers.get('location')!.split('?')[0]!
  expect(path).toMatch(/^\/desk\/approvals\//)
  expect(await refundsOf(order)).toEqual([])
  expect(await (await mei.get(path)).text()).toContain(order.number)
  await mei.post(`${path}/approval`)
  const [made, ...more] = await refundsOf(order)
  expect([made!.amount, Boolean(made!.done_at), more]).toEqual([order.total, true, []])
  await mei.post(`${path}/approval`)
  expect(await refundsOf(order)).toHaveLength(1)
})

test('refunds of one day count together, so that splitting does not avoid the limit', async () => {
  const order = await single()
  configure({ FOUR_EYES_FROM: String(order.total / 100n + 1n) })
  expect((await refund(order)).headers.get('location')).toMatch(/done=refunded$/)
  const other = await single()
  expect((await refund(other)).headers.get('location')).toMatch(/^\/desk\/approvals\//)
  expect(await refundsOf(other)).toEqual([])
})

test('an approval does not refund again what has been refunded since', async () => {
  configure({ FOUR_EYES_FROM: '1' })
  const order = await single()
  const path = (await refund(order)).headers.get('location')!.split('?')[0]!
  configure({ FOUR_EYES_FROM: 'off' })
  await refund(order)
  const answer = await mei.post(`${path}/approval`)
  expect(answer.status).toBe(422)
  expect(await refundsOf(order)).toHaveLength(1)
})

test('the approver sees the old and the new end of a plan', async () => {
  const order = await buy(context.db, await lin(), 'basic', { period: 'yearly' })
  configure({ FOUR_EYES_FROM: '1' })
  const form = { amount: '10.00', reason: 'Complaint', uses: '0', plan: 'ends', key: newId(), step: 'apply' }
  const answer = await context.cast.ruo.client.post(`/desk/orders/${order.id}/refund`, form)
  const page = await (await mei.get(answer.headers.get('location')!)).text()
  expect(page).toContain(`Valid until: ${shanghaiDay(order.valid_to!)} → ${shanghaiDay()}`)
})

test('the approver sees the payee, and a second request with other values is rejected', async () => {
  configure({ FOUR_EYES_FROM: '1' })
  const order = await buy(context.db, await lin(), 'single_1', { period: 'once', method: 'bank' })
  const at = `/desk/orders/${order.id}/refund`
  const form = {
    amount: yuan(order),
    reason: 'Ordered twice',
    uses: '1',
    holder: 'Lotus Trading',
    account: '6222 0210 0112',
    bank: 'Example Bank',
    key: newId(),
  }
  const ruo = context.cast.ruo.client
  const transfer = { amount: order.total, reference: newId(), at: now() }
  await confirmTransfer(context.db, context.cast.ruo.viewer, order.id, transfer)
  const check = (await ruo.post(at, form)).headers.get('location')!
  expect(await (await ruo.get(check)).text()).toContain('Request approval')
  const first = (await ruo.post(at, { ...form, step: 'apply' })).headers.get('location')!
  const again = await ruo.post(at, { ...form, key: newId(), step: 'apply' })
  expect([first.endsWith('?done=requested'), again.headers.get('location')]).toEqual([true, first])
  const other = await ruo.post(at, { ...form, account: '6222 9999 0000', key: newId(), step: 'apply' })
  expect(other.headers.get('location')).toBe(first.replace('requested', 'waits'))
  const page = await (await ruo.get(other.headers.get('location')!)).text()
  for (const words of ['yours has not been saved', 'Lotus Trading, 622202100112, Example Bank'])
    expect(page).toContain(words)
  expect(page).toContain('Type I document × 1')
  const refunds = await (await ruo.get(at)).text()
  expect([refunds.includes('is waiting for approval'), refunds.includes('name="amount"')]).toEqual([
    true,
    false,
  ])
})
