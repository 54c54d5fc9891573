import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { reconcileDay } from '#modules/orders/desk/reconciliation/reconcile.ts'
import { findOrder } from '#modules/orders/ordering/order.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})

const HEAD = '交易日期,贷方发生额,交易流水号,摘要,对方户名'
const today = shanghaiDay()
const place = async () =>
  order(db, (await findViewer(db, cast.lin.viewer.id))!, 'single_1', { method: 'bank', period: 'once' })
const state = async ({ id }: { id: string }) => (await findOrder(db, cast.lin.viewer, id)).state
const upload = async (...rows: string[]) => {
  const bytes = new TextEncoder().encode([HEAD, ...rows].join('\n'))
  const answer = await postFiles(cast.ruo.client, '/desk/statements', {}, [
    { field: 'file', name: 'statement.csv', bytes },
  ])
  return answer.headers.get('location')!
}
const page = async (address: string) =>
  (await (await cast.ruo.client.get(address)).text()).replaceAll('<!-- -->', '')
const paymentsOf = (id: string) =>
  db
    .selectFrom('orders.payment')
    .select(['reference', 'transfer', 'amount', 'problem'])
    .where('order_id', '=', id)
    .execute()

test('one transfer that names several orders pays them all, once, and agrees with the statement', async () => {
  const [one, other] = [await place(), await place()]
  const row = `${today},198.00,S1,货款 ${one.number} ${other.number},莲花贸易`
  const address = await upload(row)
  expect(await page(address)).toContain('Pays several orders</span> 1')
  const sent = await Promise.all([1, 2].map(() => cast.ruo.client.post(`${address}/confirmation`)))
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  expect([await state(one), await state(other)]).toEqual(['paid', 'paid'])
  const parts = [...(await paymentsOf(one.id)), ...(await paymentsOf(other.id))]
  expect(parts.map(({ transfer, amount, problem }) => [transfer, amount, problem])).toEqual(
    Array(2).fill(['S1', 9_900n, null]),
  )
  expect(parts.map(({ reference }) => reference).sort()).toEqual(['S1 (1/2)', 'S1 (2/2)'])
  const { entries } = await reconcileDay(db, cast.ruo.viewer, today)
  expect(entries.map(({ finding }) => finding)).toEqual(['agrees', 'agrees'])
  expect(await page(await upload(row))).toContain('Already recorded</span> 1')
  const form = { amount: '99.00', reference: 'S1', day: today }
  const third = await place()
  expect((await cast.ruo.client.post(`/desk/orders/${third.id}/transfer`, form)).status).toBe(422)
})

test('a transfer of another sum stays unsettled with the first of its orders; a sum that fits one of them is proposed', async () => {
  const [one, other] = [await place(), await place()]
  const both = `${one.number} ${other.number}`
  const address = await upload(`${today},150.00,S2,${both},莲花贸易`, `${today},99.00,S3,${both},莲花贸易`)
  await cast.ruo.client.post(`${address}/confirmation`)
  expect([await state(one), await state(other)]).toEqual(['pending', 'pending'])
  expect(await paymentsOf(one.id)).toEqual([
    { reference: 'S2', transfer: null, amount: 15_000n, problem: 'amount' },
  ])
  const form = { reference: 'S3', order: other.id }
  expect((await cast.ruo.client.post(`${address}/proposal`, form)).headers.get('location')).toBe(
    `${address}?done=confirmed`,
  )
  expect([await state(one), await state(other)]).toEqual(['pending', 'paid'])
})

test('a transfer without a number proposes an order by amount and payer, which only staff confirm', async () => {
  const placed = await place()
  const { buyer_name } = placed
  const address = await upload(
    `${today},99.00,P1,服务费,${buyer_name.toUpperCase()}`,
    `${today},99.00,P2,服务费,房东`,
    `${today},98.00,P3,服务费,${buyer_name}`,
  )
  const html = await page(address)
  for (const words of [
    'May be for this order</span> 1',
    'No order found</span> 2',
    `Record for ${placed.number}`,
  ])
    expect(html).toContain(words)
  await cast.ruo.client.post(`${address}/confirmation`)
  expect(await state(placed)).toBe('pending')
  for (const reference of ['P2', 'P3', 'none'])
    expect((await cast.ruo.client.post(`${address}/proposal`, { reference, order: placed.id })).status).toBe(
      409,
    )
  const form = { reference: 'P1', order: placed.id }
  const [first] = await Promise.all([1, 2].map(() => cast.ruo.client.post(`${address}/proposal`, form)))
  expect(first!.status).toBe(303)
  expect([await state(placed), (await paymentsOf(placed.id)).length]).toEqual(['paid', 1])
  for (const name of ['lin', 'hannah'] as const)
    expect((await cast[name].client.post(`${address}/proposal`, form)).status).toBe(404)
})

test('the same transfer in a form without references is shown, and not booked again', async () => {
  const placed = await place()
  await cast.ruo.client.post(`${await upload(`${today},99.00,F1,${placed.number},莲花贸易`)}/confirmation`)
  const bare = new TextEncoder().encode(
    `交易日期,收入金额,摘要,对方户名\n${today},99.00,${placed.number},莲花贸易`,
  )
  const file = { field: 'file', name: 'bare.csv', bytes: bare }
  const address = (await postFiles(cast.ruo.client, '/desk/statements', {}, [file])).headers.get('location')!
  expect(await page(address)).toContain('Probably already recorded</span> 1')
  await cast.ruo.client.post(`${address}/confirmation`)
  expect(await paymentsOf(placed.id)).toHaveLength(1)
})

test('the payer can be the team, by a part of its company name, or have two names', async () => {
  const placed = await place()
  const teamId = cast.lin.viewer.teamId
  await sql`update accounts.team set name = '莲花贸易 Lotus Trading' where id = ${teamId}`.execute(db)
  await db
    .updateTable('orders.order')
    .set({ buyer_name: '陈莲 Chen Lian' })
    .where('id', '=', placed.id)
    .execute()
  const payers = [
    '莲花贸易（上海）有限公司',
    'LOTUS TRADING CO., LTD.',
    '陈莲',
    'Chen Lian',
    '陈',
    '莲花',
    '王陈莲',
  ]
  const rows = payers.map((payer, index) => `${today},99.00,N${index},服务费,"${payer}"`)
  const html = await page(await upload(...rows))
  for (const words of ['May be for this order</span> 4', 'No order found</span> 3'])
    expect(html).toContain(words)
})

test('the payer’s text is shown in the order in which it was written', async () => {
  const html = await page(await upload(`${today},99.00,B1,\u202e货款 😀,\u2066Lotus\u202e gnidarT`))
  expect(html).toContain('Lotus gnidarT')
  expect(html).toContain('货款 😀')
  expect(html).not.toMatch(/\p{Bidi_Control}/u)
})

const keptCredits = () =>
  db
    .selectFrom('orders.payment')
    .select(['id', 'reference', 'order_id', 'amount', 'problem', 'settled_at'])
    .where('reference', 'like', 'K%')
    .orderBy('reference')
    .execute()

test('a credit without an order is registered once, then pays the order that staff choose', async () => {
  const placed = await place()
  const address = await upload(
    `${today},99.00,K1,服务费,王先生`,
    `${today},50.00,K2,利息,银行`,
    `${today},99.00,K3,${placed.number},莲花贸易`,
  )
  expect(await page(address)).toContain('Register all 2 as unsettled payments')
  const one = await cast.ruo.client.post(`${address}/credits`, { reference: 'K1' })
  expect(one.headers.get('location')).toBe(`${address}?done=taken&paid=0&kept=1`)
  for (const reference of ['K3', 'none'])
    expect((await cast.ruo.client.post(`${address}/credits`, { reference })).status).toBe(409)
  const sent = await Promise.all([1, 2, 3].map(() => cast.ruo.client.post(`${address}/credits`)))
  expect(sent.map(({ status }) => status)).toEqual([303, 303, 303])
  const stored = await keptCredits()
  expect(stored.map(({ reference, order_id, problem }) => [reference, order_id, problem])).toEqual([
    ['K1', null, 'unknown'],
    ['K2', null, 'unknown'],
  ])
  const at = `/desk/payments/${stored[0]!.id}`
  const html = await page(at)
  for (const words of ['王先生', '服务费', placed.number, 'Choose its order']) expect(html).toContain(words)
  expect(await page(`${at}?keyword=${placed.number}`)).toContain(`Choose order ${placed.number}`)
  expect((await cast.ruo.client.post(`${at}/order`, { order: 'none' })).status).toBe(404)
  const chosen = await Promise.all(
    [1, 2].map(() => cast.ruo.client.post(`${at}/order`, { order: placed.id })),
  )
  expect(chosen.map(({ status }) => status).sort()).toEqual([303, 422])
  expect([await state(placed), (await paymentsOf(placed.id)).length]).toEqual(['paid', 1])
  expect((await keptCredits())[0]!.settled_at).not.toBeNull()
  for (const name of ['lin', 'hannah'] as const) {
    const { client } = cast[name]
    expect((await client.post(`${address}/credits`)).status).toBe(404)
    expect((await client.post(`${at}/order`, { order: placed.id })).status).toBe(404)
  }
})

test('a credit for an order with another method is registered too', async () => {
  const viewer = (await findViewer(db, cast.lin.viewer.id))!
  const elsewhere = await order(db, viewer, 'single_1', { method: 'sandbox', period: 'once' })
  const other = await place()
  const address = await upload(`${today},99.00,K8,${elsewhere.number},莲花`, `${today},60.00,K9,货款,莲花`)
  await cast.ruo.client.post(`${address}/credits`)
  const [named, part] = (await keptCredits()).slice(-2)
  const choose = (id: string, orderId: string) =>
    cast.ruo.client.post(`/desk/payments/${id}/order`, { order: orderId })
  expect(await page(`/desk/payments/${named!.id}`)).toContain(`Choose order ${elsewhere.number}`)
  expect((await choose(part!.id, other.id)).headers.get('location')).toContain('done=chosen')
  expect([(await keptCredits()).at(-1)!.problem, await state(other)]).toEqual(['amount', 'pending'])
  // The next choice corrects a wrong one.
  await choose(part!.id, elsewhere.id)
  expect((await keptCredits()).at(-1)!.order_id).toBe(elsewhere.id)
  expect((await choose(named!.id, elsewhere.id)).headers.get('location')).toContain('done=applied')
  expect(await state(elsewhere)).toBe('paid')
  const reversal = { reversalReason: 'The wrong order' }
  expect((await cast.ruo.client.post(`/desk/orders/${elsewhere.id}/reversal`, reversal)).status).toBe(303)
  expect(await state(elsewhere)).toBe('pending')
})

test('the list of orders can be searched by an exact amount, and by the name of a person or team', async () => {
  const placed = await place()
  await db
    .updateTable('orders.order')
    .set({ total: 360_000n, buyer_name: '何铭 He Ming' })
    .where('id', '=', placed.id)
    .execute()
  for (const keyword of ['3600', '3,600.00', '¥3600', '何铭', 'he ming'])
    expect([
      keyword,
      (await page(`/desk/orders?keyword=${encodeURIComponent(keyword)}`)).includes(placed.number),
    ]).toEqual([keyword, true])
  expect(await page('/desk/orders?keyword=360')).not.toContain(`>${placed.number}<`)
})
