import { beforeAll, expect, test } from 'vitest'
import type { Grant } from '#modules/accounts/permissions.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { buy, setUpBuyers } from '#tests/cast/orders.ts'

const { context, lin } = setUpBuyers()

const LIST = '/mgmt/order-record'
const INVOICE = { kind: 'ordinary', titleKind: 'individual', title: '林梅', email: 'books@lotus.example' }

let boughtOrder: Order

const setPermissions = (grants: Grant[]) =>
  context.db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()

beforeAll(async () => {
  boughtOrder = await buy(context.db, await lin(), 'single_esign', { period: 'once' })
})

test('a member sees the orders of colleagues and requests invoices only with the permission', async () => {
  const { client } = context.cast.zhou
  const invoice = `/mgmt/orders/${boughtOrder.id}/invoice`
  await setPermissions([])
  const listWithoutPermission = await (await client.get(LIST)).text()
  expect(listWithoutPermission).not.toContain(boughtOrder.number)
  expect(listWithoutPermission).toContain('can let you manage them and their invoices')
  expect((await client.post(invoice, INVOICE)).status).toBe(404)

  await setPermissions(['team.orders'])
  const list = await (await client.get(LIST)).text()
  expect(list).toContain(boughtOrder.number)
  expect(list).toContain(`href="${invoice}">Request an invoice</a>`)
  expect((await client.post(invoice, INVOICE)).headers.get('location')).toBe(`${invoice}?done=requested`)
  expect(await (await client.get(LIST)).text()).toContain(`href="${invoice}">Invoice requested</a>`)
  const listOfOtherTeam = await (await context.cast.hannah.client.get(LIST)).text()
  expect(listOfOtherTeam).not.toContain(boughtOrder.number)
})

test('the FAQ is found by the words that a finance colleague searches for', async () => {
  const { client } = context.cast.zhou
  for (const keyword of ['发票', '開票', '专票', '抬头', 'fapiao', '实名']) {
    const html = await (await client.get(`/mgmt/faq-list?locale=zh_CN&keyword=${keyword}`)).text()
    expect([keyword, html.includes('<details')]).toEqual([keyword, true])
  }
})
