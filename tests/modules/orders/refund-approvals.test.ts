import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#modules/orders/ordering/order.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { buy, heldBuyers } from '#tests/cast/orders.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'

const { held, lin } = heldBuyers()
let mei: Client
let meiId: string

const single = async () => buy(held.db, await lin(), 'single_1', { period: 'once' })
const yuan = ({ total }: Order) => `${total / 100n}.${String(total % 100n).padStart(2, '0')}`

const refund = (order: Order) =>
  held.cast.ruo.client.post(`/desk/orders/${order.id}/refund`, {
    amount: yuan(order),
    reason: 'Ordered twice',
    uses: '1',
    key: newId(),
    step: 'apply',
  })

const refundsOf = (order: Order) =>
  held.db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .select(['refund.amount', 'refund.done_at'])
    .where('payment.order_id', '=', order.id)
    .execute()

beforeAll(async () => {
  mei = newClient(held.db)
  meiId = await createColleague(held.db, held.cast.ruo.viewer, 'mei', ['finance'])
  mei.cookies.set(SESSION_COOKIE, await beginSession(held.db, meiId))
})
// Ruo has refunded nothing today.
beforeEach(() => held.db.updateTable('orders.refund').set({ staff_id: meiId }).execute())

test('a refund of the amount is made once a colleague approves it', async () => {
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

test('refunds of one day count together, so that none is divided to stay below the amount', async () => {
  const order = await single()
  configure({ FOUR_EYES_FROM: String(order.total / 100n + 1n) })
  expect((await refund(order)).headers.get('location')).toMatch(/done=refunded$/)
  const other = await single()
  expect((await refund(other)).headers.get('location')).toMatch(/^\/desk\/approvals\//)
  expect(await refundsOf(other)).toEqual([])
})

test('what has been refunded since is not refunded again by an approval', async () => {
  configure({ FOUR_EYES_FROM: '1' })
  const order = await single()
  const path = (await refund(order)).headers.get('location')!.split('?')[0]!
  configure({ FOUR_EYES_FROM: 'off' })
  await refund(order)
  const answer = await mei.post(`${path}/approval`)
  expect(answer.status).toBe(422)
  expect(await refundsOf(order)).toHaveLength(1)
})
