import { beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { reconcileDay } from '#modules/orders/desk/reconciliation/reconcile.ts'
import { revenueOf } from '#modules/orders/desk/revenue/revenue.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { buy, order, payTwice } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, formProblem } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})

const day = shanghaiDay()
const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const place = async () => order(db, await lin(), 'single_1', { method: 'bank', period: 'once' })
const confirm = (id: string, reference: string, more: Record<string, string> = {}) =>
  cast.ruo.client.post(`/desk/orders/${id}/transfer`, { amount: '99.00', reference, day, ...more })
const voiding = (id: string, voidReason = 'Confirmed twice') =>
  cast.ruo.client.post(`/desk/payments/${id}/voiding`, { voidReason })
const html = async (path: string) =>
  (await (await cast.ruo.client.get(path)).text()).replaceAll('<!-- -->', '')
const payment = (reference: string) =>
  db
    .selectFrom('orders.payment')
    .selectAll()
    .where('reference', '=', reference)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
const total = async () => (await revenueOf(db, cast.ruo.viewer, day.slice(0, 7)))[0]!.total

test('a second transfer of a paid order is confirmed separately, and a payment that never arrived is voided', async () => {
  const placed = await place()
  expect((await confirm(placed.id, 'V1')).status).toBe(303)
  const before = await total()
  const response = await confirm(placed.id, 'V2')
  const page = await response.text()
  expect([response.status, fieldProblem(page, 'reference')]).toEqual([
    422,
    'The order is already paid. Is this really another transfer?',
  ])
  expect([page.includes('name="again"'), await payment('V2')]).toEqual([true, undefined])
  expect((await confirm(placed.id, 'V1')).status).toBe(303)
  expect((await confirm(placed.id, 'V2', { again: 'yes' })).headers.get('location')).toContain('unsettled')
  const { id } = (await payment('V2'))!
  expect(await total()).toBe(before + 9_900n)
  expect(fieldProblem(await (await voiding(id, ' ')).text(), 'voidReason')).toBe('This field is required')
  const sent = await Promise.all([voiding(id), voiding(id)])
  expect(sent.map(({ status }) => status).sort()).toEqual([303, 404])
  expect([await payment('V2'), await total()]).toEqual([undefined, before])
  const { entries } = await reconcileDay(db, cast.ruo.viewer, day)
  expect(entries.map(({ reference }) => reference)).toEqual(['V1'])
  expect(await html('/desk/payments?done=voided')).toContain('The payment is voided.')
  expect(await html('/desk/log')).toContain('Unsettled payment voided')
})

test('a credit of a statement is no longer recorded once its payment is voided', async () => {
  const text = `交易日期,收入金额,附言,对方户名,流水号\n${day},12.00,利息,银行,V5`
  const file = { field: 'file', name: 'statement.csv', bytes: new TextEncoder().encode(text) }
  const uploaded = await postFiles(cast.ruo.client, '/desk/statements', {}, [file])
  const address = uploaded.headers.get('location')!
  await cast.ruo.client.post(`${address}/credits`)
  const { id } = (await payment('V5'))!
  expect(await html(`/desk/payments/${id}`)).toContain('its line counts as not recorded')
  expect((await voiding(id)).status).toBe(303)
  expect(await html(address)).toContain('No order found</span> 1')
})

test('a payment by a payment service, or partly refunded, cannot be voided; voiding is for staff only', async () => {
  const twice = await payTwice(db, (await buy(db, await lin(), 'single_1', { period: 'once' })).id)
  const placed = await place()
  await confirm(placed.id, 'V7', { amount: '50.00', differs: 'yes' })
  const { id } = (await payment('V7'))!
  for (const name of ['lin', 'hannah'] as const) {
    const { status } = await cast[name].client.post(`/desk/payments/${id}/voiding`, { voidReason: 'x' })
    expect([name, status]).toEqual([name, 404])
  }
  const refund = { amount: '10.00', reference: 'V8', reason: 'Too much', key: newId() }
  expect((await cast.ruo.client.post(`/desk/payments/${id}/refund`, refund)).status).toBe(303)
  for (const one of [twice, id]) {
    const answer = await voiding(one)
    expect([answer.status, formProblem(await answer.text())]).toEqual([
      422,
      'This payment cannot be voided: it is settled, refunded in part, or not a bank transfer',
    ])
  }
})

test('one bank reference is not accepted for money in and money out', async () => {
  const [one, other] = [await place(), await place()]
  await confirm(one.id, 'W1', { amount: '50.00', differs: 'yes' })
  const { id } = (await payment('W1'))!
  const refund = (reference: string) =>
    cast.ruo.client.post(`/desk/payments/${id}/refund`, {
      amount: '10.00',
      reference,
      reason: 'Too much',
      key: newId(),
    })
  const same = await refund('W1')
  expect([same.status, fieldProblem(await same.text(), 'reference')]).toEqual([
    422,
    'This reference belongs to a payment we received',
  ])
  expect((await refund('W2')).status).toBe(303)
  const back = await confirm(other.id, 'W2')
  expect([back.status, fieldProblem(await back.text(), 'reference')]).toEqual([
    422,
    'Another refund already has this reference',
  ])
})
