import { expect, test } from 'vitest'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { buy, setUpBuyers } from '#tests/cast/orders.ts'

const { context, lin } = setUpBuyers()

test('staff download the credit note of a refund, and see the red-letter invoice in the log', async () => {
  const bought = await buy(context.db, await lin(), 'single_1', { period: 'once' })
  const desk = context.cast.ruo.client
  const ask = { kind: 'ordinary', titleKind: 'individual', title: '林梅', email: 'lin@lotus.example' }
  await context.cast.lin.client.post(`/mgmt/orders/${bought.id}/invoice`, ask)
  const form = { amount: '40.00', uses: '0', reason: 'Asked', key: newId(), step: 'apply' }
  expect((await desk.post(`/desk/orders/${bought.id}/refund`, form)).status).toBe(303)
  const html = await (await desk.get(`/desk/orders/${bought.id}/refund`)).text()
  const [, path] = /href="([^"]+credit-note\.pdf)"/.exec(html)!
  const paper = await desk.get(path!)
  expect([paper.status, (await paper.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await context.cast.lin.client.get(path!)).status).toBe(404)
  expect((await desk.get(path!.replace(/refunds\/[^/]+/, `refunds/${newId()}`))).status).toBe(404)
  const logged = await context.db
    .selectFrom('accounts.desk_action as action')
    .innerJoin('accounts.desk_change as change', 'change.action_id', 'action.id')
    .select(['before', 'after'])
    .where('action', '=', 'reduce-invoice')
    .execute()
  expect(logged).toEqual([{ before: 'CNY 99.00', after: 'CNY 59.00' }])
})
