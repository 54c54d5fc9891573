import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findOrderAndInvoice } from '#modules/orders/invoices/invoice.ts'
import type { EInvoiceService } from '#modules/orders/invoices/service/e-invoice-service.ts'
import { httpService } from '#modules/orders/invoices/service/http-service.ts'
import { advanceInvoice } from '#modules/orders/invoices/service/issue-job.ts'
import { setEInvoiceService } from '#modules/orders/invoices/service/registry.ts'
import { advanceReversal } from '#modules/orders/invoices/service/reversal-job.ts'
import { sampleFiles } from '#modules/orders/invoices/service/sample-files.ts'
import { stubService } from '#modules/orders/invoices/service/stub-service.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { buy, setUpBuyers } from '#tests/cast/orders.ts'
import { postFiles } from '#tests/support/upload.ts'

const { context, lin } = setUpBuyers()

/**
 * A service whose responses the test decides. It records the invoices that it has issued, by request number.
 */
const books = new Map<string, string>()
const server = {
  next: [] as (() => { status?: number; body: string; late?: number })[],
  calls: [] as string[],
}
let base: string

const numberOf = (id: string) => `2699${String([...books.keys()].indexOf(id) + 1).padStart(16, '0')}`
const issuedInvoices = (id: string, number = numberOf(id)) => {
  const facts = { title: 'x', taxNumber: '', item: 'y', amount: 1n, issuedAt: new Date() }
  const files = Object.entries(sampleFiles({ number: numberOf(id), ...facts }))
  const encoded = files.map(([format, bytes]) => [format, Buffer.from(bytes!).toString('base64')])
  return JSON.stringify({
    state: 'issued',
    number,
    issuedAt: new Date().toISOString(),
    files: Object.fromEntries(encoded),
  })
}

const listening = createServer((request, answer) => {
  let body = ''
  request.on('data', (piece) => {
    body += piece
  })
  request.on('end', () => {
    const path = request.url!
    server.calls.push(`${request.method} ${path.replace(/[0-9a-f-]{36}(-\d)?$/, '')}`)
    if (request.method === 'POST') {
      const { requestNumber } = JSON.parse(body)
      books.set(requestNumber, body)
    }
    const id = request.method === 'POST' ? JSON.parse(body).requestNumber : path.split('/').at(-1)!
    const usual = () => ({ body: request.method === 'POST' ? JSON.stringify({ id }) : issuedInvoices(id) })
    const { status = 200, body: words } = { status: 200, ...(server.next.shift() ?? usual)() }
    answer.writeHead(status, { 'content-type': 'application/json' }).end(words)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
})
afterAll(() => listening.close())
afterEach(() => {
  setClock(null)
  server.next = []
  setEInvoiceService(undefined)
})

const ASK = { kind: 'ordinary', titleKind: 'individual', title: '林梅', email: 'lin@lotus.example' }
const invoiceOf = async ({ id }: Pick<Order, 'id'>) =>
  (await findOrderAndInvoice(context.db, await lin(), id)).invoice!
const send = (id: string, values = {}) => context.cast.ruo.client.post(`/desk/invoices/${id}/service`, values)

async function requestInvoice(
  service: EInvoiceService = httpService({ url: base, key: 'k' }),
  title = '林梅',
) {
  setEInvoiceService(service)
  const bought = await buy(context.db, await lin(), 'single_1', { period: 'once' })
  await context.cast.lin.client.post(`/mgmt/orders/${bought.id}/invoice`, { ...ASK, title })
  return { bought, id: (await invoiceOf(bought)).id }
}

const refund = (bought: Order, amount: string) =>
  context.cast.ruo.client.post(`/desk/orders/${bought.id}/refund`, {
    amount,
    uses: '0',
    reason: 'Asked',
    key: newId(),
    step: 'apply',
  })
const hour = (hours: number) => setClock(() => new Date(Date.now() + hours * 3_600_000))

describe('with a service', () => {
  test('a request by staff is issued once, with its files', async () => {
    const { bought, id } = await requestInvoice()
    expect((await send(id)).status).toBe(303)
    expect((await send(id)).status).toBe(409)
    expect((await context.cast.lin.client.post(`/desk/invoices/${id}/service`, {})).status).toBe(404)
    const before = server.calls.length
    await Promise.all([advanceInvoice(context.db, id), advanceInvoice(context.db, id)])
    while (!(await advanceInvoice(context.db, id)));
    expect(server.calls.slice(before).filter((call) => call.startsWith('POST'))).toHaveLength(1)
    expect(await invoiceOf(bought)).toMatchObject({ state: 'issued', files: ['pdf', 'ofd', 'xml'] })
    const pages = `/mgmt/orders/${bought.id}/invoice`
    expect((await context.cast.lin.client.get(`${pages}.ofd`)).status).toBe(200)
    const { number } = await invoiceOf(bought)
    expect(await (await context.cast.lin.client.get(`${pages}.xml`)).text()).toContain(number)
  })

  test('a request with a lost response is repeated under the same number', async () => {
    const { bought, id } = await requestInvoice()
    await send(id)
    server.next = [() => ({ status: 500, body: '' })]
    expect(await advanceInvoice(context.db, id)).toBe(false)
    const lost = books.size
    expect(await advanceInvoice(context.db, id)).toBe(true)
    expect([books.size, (await invoiceOf(bought)).state]).toEqual([lost, 'issued'])
  })

  test.each([
    ['nonsense', () => ({ body: '<html>' })],
    [
      'another number than in the files',
      () => ({ body: issuedInvoices([...books.keys()].at(-1)!, '26310000000000009999') }),
    ],
    [
      'no files',
      () => ({
        body: JSON.stringify({
          state: 'issued',
          number: '1'.repeat(20),
          issuedAt: new Date().toISOString(),
          files: {},
        }),
      }),
    ],
  ])('%s counts as no answer, is shown to staff after a day, and can be tried again', async (_, answer) => {
    const { bought, id } = await requestInvoice()
    await send(id)
    const silent = [() => ({ body: JSON.stringify({ id }) }), answer, answer]
    server.next = [...silent]
    expect(await advanceInvoice(context.db, id)).toBe(false)
    expect((await invoiceOf(bought)).state).toBe('requested')
    // Staff can neither issue nor change the invoice until it is known to have failed.
    const change = () => context.cast.lin.client.post(`/mgmt/orders/${bought.id}/invoice-change`, ASK)
    expect((await change()).status).toBe(409)
    setClock(() => new Date(Date.now() + DAY + 1000))
    expect(await advanceInvoice(context.db, id)).toBe(true)
    setClock(null)
    expect(await (await context.cast.ruo.client.get('/desk/invoices?state=failed')).text()).toContain(
      bought.number,
    )
    expect(await (await context.cast.ruo.client.get(`/desk/invoices/${id}`)).text()).toContain(
      'no usable reply',
    )
    expect((await change()).status).toBe(303)
    expect((await send(id)).status).toBe(303)
    expect(await advanceInvoice(context.db, id)).toBe(true)
    expect((await invoiceOf(bought)).state).toBe('issued')
  })

  test('a failure is shown with its reason, and can be handled manually', async () => {
    const { bought, id } = await requestInvoice(stubService, '开票失败')
    await send(id)
    expect(await advanceInvoice(context.db, id)).toBe(false)
    hour(1)
    expect(await advanceInvoice(context.db, id)).toBe(true)
    expect(await (await context.cast.ruo.client.get(`/desk/invoices/${id}`)).text()).toContain('不匹配')
    const file = { field: 'pdf', name: 'i.pdf', bytes: new TextEncoder().encode('%PDF-1.7') }
    const number = { number: '26310000000000000551' }
    expect(
      (await postFiles(context.cast.ruo.client, `/desk/invoices/${id}/issue`, number, [file])).status,
    ).toBe(303)
    expect((await invoiceOf(bought)).state).toBe('issued')
  })

  test('a refund while an invoice is issued reverses it, unless it was not issued', async () => {
    for (const title of ['林梅', '开票失败']) {
      const { bought, id } = await requestInvoice(stubService, title)
      await send(id)
      await advanceInvoice(context.db, id)
      await refund(bought, '40.00')
      const { reversals, amount } = await invoiceOf(bought)
      expect([reversals.length, amount]).toEqual([1, 9_900n])
      expect(await advanceReversal(context.db, reversals[0]!.id)).toBe(false)
      hour(1)
      await advanceInvoice(context.db, id)
      await advanceReversal(context.db, reversals[0]!.id)
      hour(2)
      await advanceReversal(context.db, reversals[0]!.id)
      const after = await invoiceOf(bought)
      if (title === '林梅')
        expect([after.state, after.amount, after.reversals[0]!.number]).toEqual([
          'issued',
          9_900n,
          expect.stringMatching(/^\d{20}$/),
        ])
      if (title === '林梅') expect(after.reversals[0]!.files).toEqual(['pdf', 'ofd', 'xml'])
      if (title !== '林梅')
        expect([after.state, after.amount, after.reversals]).toEqual(['requested', 5_900n, []])
      setClock(null)
    }
  })
})
