import { expect, test } from 'vitest'
import { findOffer } from '#modules/orders/packages/offer.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { order, pay, setUpBuyers } from '#tests/cast/orders.ts'
import { newClient } from '#tests/support/client.ts'

const { context, lin } = setUpBuyers()

const CONFIRM = '/mgmt/confirm-order'
const client = () => context.cast.lin.client
const pageOf = async (path: string) =>
  (await (await client().get(path)).text()).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ')

test('a quantity outside the menu is shown with its price', async () => {
  const html = await pageOf(`${CONFIRM}?package=single_1&quantity=7`)
  expect(html).toMatch(/<option value="7" selected[^>]*>7</)
  expect(html).toContain('CNY 693.00')
})

test('the duration is chosen beside the price, shortest first, and a renewal states its start', async () => {
  const html = await pageOf(`${CONFIRM}?package=basic&period=yearly`)
  const options = [...html.matchAll(/<option value="(\w+)"[^>]*>([^<]*CNY[^<]*)</g)].map(
    ([, , words]) => words,
  )
  expect(options).toEqual([
    'Monthly: CNY 399.00',
    'Yearly: CNY 3,990.00',
    'Yearly with agreement: CNY 3,591.00',
  ])
  const ways = (await findOffer(context.db, 'basic'))!.prices.map(({ period }) => period)
  expect([...new Set(ways)]).toEqual(['monthly', 'yearly', 'agreement'])
  const { valid_to } = await pay(context.db, await lin(), await order(context.db, await lin(), 'basic'))
  expect(await pageOf(`${CONFIRM}?package=basic`)).toContain(
    `your current package ends on ${shanghaiDay(valid_to!)}`,
  )
})

test('the URL of a refused order contains the choice, for a reload or another language', async () => {
  const html = await pageOf(`${CONFIRM}?package=single_2&quantity=3&method=sandbox`)
  const action = /action="([^"]+\?package=[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  const placing = { package: 'single_2', period: 'once', quantity: '3', kind: 'single', method: 'sandbox' }
  expect((await client().post(action, { ...placing, total: '1' })).status).toBe(422)
  const again = await pageOf(action)
  expect(again).toMatch(/value="3" selected/)
  expect(again).toMatch(/checked="" value="sandbox"/)
})

const numberOfOrders = async () => (await context.db.selectFrom('orders.order').select('id').execute()).length

test('an order with a wrong method, quantity or period is refused at its field, with the other values kept', async () => {
  const single = { package: 'single_1', period: 'once', quantity: '3', kind: 'single', method: 'sandbox' }
  const plan = { package: 'basic', period: 'yearly', quantity: '1', kind: 'plan', method: 'sandbox' }
  const before = await numberOfOrders()
  for (const [choice, wrong, problem] of [
    [single, { method: 'none' }, /id="method-note"[^>]*>Choose one of the payment methods/],
    [single, { method: '' }, /id="method-note"[^>]*>Choose one of the payment methods/],
    // A known method that is not configured here.
    [single, { method: 'alipay' }, /id="method-note"[^>]*>Choose one of the payment methods/],
    ...['0', '1.5', '١', '101', '-1', '1e2', '007', ''].map(
      (quantity) => [single, { quantity }, /id="quantity-note"[^>]*>Choose a quantity/] as const,
    ),
    [single, { period: 'weekly' }, /role="alert"[^>]*>Choose one of the periods/],
    [plan, { period: 'weekly' }, /id="period-note"[^>]*>Choose one of the periods/],
    [plan, { quantity: '2' }, /role="alert"[^>]*>You can order only one package at a time/],
    [single, { quantity: undefined }, /id="quantity-note"[^>]*>Choose a quantity/],
    [single, { method: undefined }, /id="method-note"[^>]*>Choose one of the payment methods/],
    [plan, { quantity: 'x' }, /role="alert"[^>]*>Choose a quantity/],
  ] as const) {
    const total = choice === single ? '29700' : '399000'
    const fields = { ...choice, ...wrong, total, agreed: 'yes' }
    const placing = Object.fromEntries(
      Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
    )
    const refused = await context.cast.hannah.client.post(`${CONFIRM}?locale=en_US`, placing)
    const html = await refused.text()
    expect([wrong, refused.status, problem.test(html)]).toEqual([wrong, 422, true])
    if (!('method' in wrong)) expect(html).toMatch(/checked="" value="sandbox"/)
    expect(html).toMatch(/name="agreed"[^>]* checked/)
  }
  expect(await numberOfOrders()).toBe(before)
  const typed = await pageOf(`${CONFIRM}?package=single_1&quantity=x&method=none&period=weekly`)
  for (const field of ['quantity', 'method', 'period']) expect(typed).not.toContain(`${field}-note`)
})

test('the order of a package states its contents, and how each method pays', async () => {
  const page = await pageOf(`${CONFIRM}?package=professional&period=monthly`)
  const contents = page.slice(page.indexOf('What you get'), page.indexOf('Compare all packages'))
  const { documents_1, documents_2, esigns, seats } = (await findOffer(context.db, 'professional'))!
  const counted = [...contents.matchAll(/<dd[^>]*>(\d+)</g)].map(([, count]) => Number(count))
  expect(counted).toEqual([seats, documents_1, documents_2, esigns])
  expect(page).toContain('You transfer the amount and quote the order number.')
  expect(await pageOf(`${CONFIRM}?package=single_1&quantity=1`)).not.toContain('What you get')
})

test('a yearly agreement has a separate checkbox', async () => {
  const html = await pageOf(`${CONFIRM}?package=single_1`)
  expect(html).not.toContain('agreedYear')
  const wanted = { package: 'basic', period: 'agreement', quantity: '1', kind: 'plan', method: 'bank' }
  const placing = { ...wanted, total: '359100', agreed: 'yes' }
  const refused = await context.cast.hannah.client.post(CONFIRM, placing)
  expect([
    refused.status,
    /<input id="agreedYear"[^>]*aria-invalid="true"/.test(await refused.text()),
  ]).toEqual([422, true])
  const placed = await context.cast.hannah.client.post(CONFIRM, { ...placing, agreedYear: 'yes' })
  expect(placed.headers.get('location')).toMatch(/^\/mgmt\/orders\/.+\/payment$/)
})

test('the effects of closing are shown first, the confirmation at the top; the old URL leads to the order', async () => {
  const placed = await order(context.db, await lin(), 'single_1', { period: 'once', method: 'bank' })
  const at = `/mgmt/orders/${placed.id}`
  expect(await pageOf(`${at}/closure`)).toContain(`Order ${placed.number} can then no longer be paid`)
  expect(await pageOf(`${at}?closed`)).not.toContain('alert-success')
  const closed = await client().post(`${at}/closure`)
  expect(await pageOf(closed.headers.get('location')!)).toMatch(/role="status"[^>]*>This order was closed/)
  expect((await client().get(`${at}/closure`)).headers.get('location')).toBe(at)
})

test('an expired order reads “Payment closed” in the list too', async () => {
  const { id } = await order(context.db, await lin(), 'single_2', { period: 'once' })
  await context.db.updateTable('orders.order').set({ state: 'expired' }).where('id', '=', id).execute()
  const row = (await pageOf('/mgmt/order-record')).split('<tr').find((one) => one.includes(id))!
  expect(row).toContain('Payment closed')
})

test('a logged-out payer who returns is asked to log in, and then sees the order', async () => {
  const { id } = await order(context.db, await lin(), 'single_2', { period: 'once', method: 'bank' })
  const html = await (await newClient(context.db).get(`/pay-finish?order=${id}`)).text()
  expect(html).toContain(`href="/mgmt/orders/${id}" class="btn btn-primary">Log in</a>`)
  const foreign = await newClient(context.db).get('/pay-finish?order=%22%3E')
  expect(await foreign.text()).toContain('href="/mgmt/order-record"')
})

test('two tabs pay one order once, and an old tab leads to its result', async () => {
  const { id, number } = await order(context.db, await lin(), 'single_1', { period: 'once' })
  const at = `/mgmt/orders/${id}/sandbox`
  for (const _tab of [1, 2])
    expect((await client().post(at, { answer: 'pay' })).headers.get('location')).toBe(
      `/pay-finish?order=${id}`,
    )
  const paid = context.db
    .selectFrom('orders.sandbox_payment')
    .select('amount')
    .where('order_number', '=', number)
  expect(await paid.execute()).toHaveLength(1)
  expect((await client().get(at)).headers.get('location')).toBe(`/pay-finish?order=${id}`)
})

test('a page sent twice places one order; the next page places another', async () => {
  const hannah = context.cast.hannah
  const placed = () =>
    context.db.selectFrom('orders.order').select('id').where('account_id', '=', hannah.viewer.id).execute()
  const place = async (code: string, also: Record<string, string>) => {
    const html = await (await hannah.client.get(`${CONFIRM}?package=${code}&method=sandbox`)).text()
    const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const typed = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...also }
    const answers = [await hannah.client.post(CONFIRM, typed), await hannah.client.post(CONFIRM, typed)]
    return answers.map((answer) => answer.headers.get('location'))
  }
  const before = (await placed()).length
  const single = await place('single_1', { agreed: 'yes' })
  expect([single[1], (await placed()).length]).toEqual([single[0], before + 1])
  const other = await place('single_1', { agreed: 'yes' })
  expect([other[0] === single[0], (await placed()).length]).toEqual([false, before + 2])
})

test('an order that cannot be closed shows when it expires', async () => {
  const at = async (method: 'bank' | 'sandbox') => {
    const { id } = await order(context.db, await lin(), 'single_1', { period: 'once', method })
    return (await pageOf(`/mgmt/orders/${id}`)).includes('it expires automatically at')
  }
  expect([await at('bank'), await at('sandbox')]).toEqual([false, true])
})
