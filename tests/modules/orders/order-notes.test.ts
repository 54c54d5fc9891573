import { expect, test } from 'vitest'
import { order, pay, setUpBuyers } from '#tests/cast/orders.ts'

const { context, lin } = setUpBuyers()
const desk = () => context.cast.ruo.client
const pageOf = async (path: string) => (await (await desk().get(path)).text()).replaceAll('<!-- -->', '')

test('staff keep notes on an order, newest first, which the customer does not see', async () => {
  const { id } = await order(context.db, await lin(), 'single_1', { period: 'once', method: 'bank' })
  const at = `/desk/orders/${id}`
  for (const note of ['Pays by the quarter', '  <b>Called</b>\r\nWill transfer on Monday '])
    expect((await desk().post(`${at}/note`, { note })).headers.get('location')).toBe(`${at}?done=saved`)
  const html = await pageOf(`${at}?done=saved`)
  expect(html).toContain('&lt;b&gt;Called&lt;/b&gt;')
  expect(html.indexOf('Will transfer on Monday')).toBeLessThan(html.indexOf('Pays by the quarter'))
  expect(html).toContain(context.cast.ruo.viewer.name)
  const own = await (await context.cast.lin.client.get(`/mgmt/orders/${id}`)).text()
  expect(own).not.toContain('Pays by the quarter')
  for (const note of ['', '   ', 'x'.repeat(1001)]) {
    const refused = await desk().post(`${at}/note`, { note })
    expect([refused.status, (await refused.text()).includes('id="note-note"')]).toEqual([422, true])
  }
  expect((await context.cast.lin.client.post(`${at}/note`, { note: 'mine' })).status).toBe(404)
  const unknown = `/desk/orders/${crypto.randomUUID()}/note`
  expect((await desk().post(unknown, { note: 'test' })).status).toBe(404)
  expect((await desk().get(`${at}/note`)).headers.get('location')).toBe(at)
})

test('an order at the desk links to its team, its payments and its invoice', async () => {
  const placed = await order(context.db, await lin(), 'single_2', { period: 'once' })
  await pay(context.db, await lin(), placed)
  expect(await pageOf(`/desk/orders/${placed.id}`)).not.toContain('/desk/invoices/')
  const wanted = { kind: 'ordinary', titleKind: 'individual', title: 'Lin Mei', email: 'lin@lotus.example' }
  const response = await context.cast.lin.client.post(`/mgmt/orders/${placed.id}/invoice`, wanted)
  expect(response.status).toBe(303)
  const html = await pageOf(`/desk/orders/${placed.id}`)
  for (const pattern of [
    /href="(\/desk\/accounts\/[\w-]+\/team)"/,
    /href="(\/desk\/payments\/[\w-]{36})"/,
    /href="(\/desk\/invoices\/[\w-]{36})"/,
  ])
    expect((await desk().get(pattern.exec(html)![1]!)).status).toBe(200)
})
