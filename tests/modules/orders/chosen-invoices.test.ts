import { expect, test } from 'vitest'
import { findOrderAndInvoice } from '#modules/orders/invoices/invoice.ts'
import { closeOrder, type Order } from '#modules/orders/ordering/order.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { order, pay, setUpBuyers } from '#tests/cast/orders.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const { context, lin } = setUpBuyers()

const CODE = '91310115MA1K4LTX2A'
const COMPANY = {
  kind: 'ordinary',
  titleKind: 'company',
  title: '莲花贸易（上海）有限公司',
  taxNumber: CODE,
  email: 'books@lotus.example',
}
const AT_CHECKOUT = Object.fromEntries(
  Object.entries(COMPANY).map(([name, value]) => [`invoice_${name}`, value]),
)
const PLACING = {
  package: 'single_1',
  period: 'once',
  quantity: '1',
  method: 'sandbox',
  kind: 'single',
  total: '9900',
  agreed: 'yes',
}
const CONFIRM = '/mgmt/confirm-order?package=single_1&period=once&quantity=1&method=sandbox'
const place = (values: Record<string, string>) =>
  context.cast.lin.client.post('/mgmt/confirm-order', { ...PLACING, key: newId(), ...values })
const idOf = (answer: Response) => answer.headers.get('location')!.split('/')[3]!
const load = async (id: string) => findOrderAndInvoice(context.db, await lin(), id)
const get = async (path: string) => (await context.cast.lin.client.get(path)).text()
const payOrder = async (id: string) => pay(context.db, await lin(), (await load(id)).order as Order)

test('an invoice that is chosen with the order is requested in the transaction of its payment', async () => {
  const wrong = await place({ ...AT_CHECKOUT, invoice: 'yes', invoice_taxNumber: '12' })
  const html = await wrong.text()
  expect([wrong.status, typedValue(html, 'invoice_title')]).toEqual([422, COMPANY.title])
  expect(fieldProblem(html, 'invoice_taxNumber')).not.toBe('')
  const id = idOf(await place({ ...AT_CHECKOUT, invoice: 'yes', invoice_keep: 'yes' }))
  expect(await load(id)).toMatchObject({ invoice: null, choice: { title: COMPANY.title } })
  expect(await get(`/mgmt/orders/${id}`)).toContain(COMPANY.title)
  await payOrder(id)
  expect(await load(id)).toMatchObject({
    choice: null,
    invoice: { state: 'requested', title: COMPANY.title, tax_number: CODE, amount: 9_900n },
  })
  expect((await lastMailTo(context.db, 'lin@example.com')).text).toContain('that you chose with the order')
  expect(typedValue(await get(CONFIRM), 'invoice_title')).toBe(COMPANY.title)
  expect(typedValue(await get('/mgmt/acct-info/invoice-title'), 'taxNumber')).toBe(CODE)
})

test('without the checkbox the details are not checked', async () => {
  const id = idOf(await place({ ...AT_CHECKOUT, invoice_taxNumber: '12' }))
  await payOrder(id)
  expect(await load(id)).toMatchObject({ choice: null, invoice: null })
})

test('the choice can be changed and withdrawn until the payment, and changed until the invoice is issued', async () => {
  const id = idOf(await place({ ...AT_CHECKOUT, invoice: 'yes' }))
  const { client } = context.cast.lin
  const change = (title: string) => client.post(`/mgmt/orders/${id}/invoice-change`, { ...COMPANY, title })
  expect((await client.post(`/mgmt/orders/${id}/invoice-withdrawal`, {})).status).toBe(303)
  expect((await load(id)).choice).toBeNull()
  expect((await change('First')).status).toBe(303)
  expect((await context.cast.hannah.client.post(`/mgmt/orders/${id}/invoice-change`, COMPANY)).status).toBe(
    404,
  )
  await payOrder(id)
  expect((await client.post(`/mgmt/orders/${id}/invoice-withdrawal`, {})).status).toBe(409)
  expect((await change('')).status).toBe(422)
  expect((await change('Second')).headers.get('location')).toContain('done=changed')
  const { invoice } = await load(id)
  expect(invoice).toMatchObject({ state: 'requested', title: 'Second' })
  await context.db
    .updateTable('orders.invoice')
    .set({ state: 'refused' })
    .where('id', '=', invoice!.id)
    .execute()
  expect((await change('Third')).status).toBe(409)
})

test('a closed order requests no invoice', async () => {
  const one = await order(context.db, await lin(), 'single_1', { period: 'once', method: 'bank' })
  const { client } = context.cast.lin
  await client.post(`/mgmt/orders/${one.id}/invoice-change`, COMPANY)
  expect((await load(one.id)).choice).not.toBeNull()
  await closeOrder(context.db, await lin(), one.id)
  expect((await load(one.id)).choice).toBeNull()
  expect((await client.post(`/mgmt/orders/${one.id}/invoice-change`, COMPANY)).status).toBe(409)
})

test('a company abroad needs no unified social credit code, and a saved title can be deleted', async () => {
  const { client } = context.cast.lin
  const abroad = { ...COMPANY, titleKind: 'abroad', title: '蓮花貿易股份有限公司', taxNumber: '12345675' }
  const special = await client.post('/mgmt/acct-info/invoice-title', { ...abroad, kind: 'special' })
  expect(fieldProblem(await special.text(), 'kind')).not.toBe('')
  expect((await client.post('/mgmt/acct-info/invoice-title', abroad)).status).toBe(303)
  expect(typedValue(await get('/mgmt/acct-info/invoice-title'), 'taxNumber')).toBe('12345675')
  expect((await client.post('/mgmt/acct-info/invoice-title/removal', {})).status).toBe(303)
  expect(typedValue(await get('/mgmt/acct-info/invoice-title'), 'taxNumber')).not.toBe('12345675')
})
