import { describe, expect, test } from 'vitest'
import { findOrderAndInvoice } from '#modules/orders/invoices/invoice.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { readQueues } from '#src/calendar/queue.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, setUpBuyers } from '#tests/cast/orders.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

const { context, lin } = setUpBuyers()

/** A paid order of CNY 99.00 whose invoice is requested. */
async function orderWithRequest() {
  const bought = await buy(context.db, await lin(), 'single_1', { period: 'once' })
  expect((await ask(bought)).status).toBe(303)
  return { bought, id: (await invoice(bought))!.id }
}

const ask = ({ id }: Pick<Order, 'id'>) =>
  context.cast.lin.client.post(`/mgmt/orders/${id}/invoice`, {
    kind: 'ordinary',
    titleKind: 'individual',
    title: '林梅',
    email: 'lin@lotus.example',
  })
const invoice = async ({ id }: Pick<Order, 'id'>) =>
  (await findOrderAndInvoice(context.db, await lin(), id)).invoice
const desk = () => context.cast.ruo.client
const refund = ({ id }: Pick<Order, 'id'>, amount: string, uses = '0') =>
  desk().post(`/desk/orders/${id}/refund`, { amount, uses, reason: 'Asked', key: newId(), step: 'apply' })

const bytesOf = (text: string) => new TextEncoder().encode(text)
const PDF = { field: 'pdf', name: 'fapiao.pdf', bytes: bytesOf('%PDF-1.7') }

let lastNumber = 0
const nextNumber = () => String(26310000000000000000n + BigInt(++lastNumber))
const issue = (id: string, amount = '') =>
  postFiles(
    desk(),
    `/desk/invoices/${id}/issue`,
    { number: nextNumber(), ...(amount && { shown: amount }) },
    [PDF],
  )
const redLetter = (id: string, reversal: string, number = nextNumber(), files = [PDF]) =>
  postFiles(desk(), `/desk/invoices/${id}/red-letter`, { redLetter: number, reversal }, files)

describe('a requested invoice', () => {
  test('is reduced by a partial refund, and refused after a full refund', async () => {
    const { bought, id } = await orderWithRequest()
    await refund(bought, '40.00')
    expect(await invoice(bought)).toMatchObject({ id, state: 'requested', amount: 5_900n })
    expect(await (await desk().get('/desk/invoices')).text()).toContain('59.00')
    // The desk's page was opened before the refund.
    const late = await issue(id, '9900')
    expect([late.status, (await invoice(bought))!.state]).toEqual([422, 'requested'])
    await refund(bought, '59.00', '1')
    expect(await invoice(bought)).toMatchObject({
      state: 'refused',
      reason: 'The order was refunded in full.',
    })
    const again = await ask(bought)
    expect(again.status).toBe(409)
    const html = await (await context.cast.lin.client.get(`/mgmt/orders/${bought.id}/invoice`)).text()
    expect(html).toContain('you can no longer request an invoice for it')
  })

  test('after a refund is for the remaining amount', async () => {
    const bought = await buy(context.db, await lin(), 'single_1', { period: 'once' })
    await refund(bought, '9.00')
    await ask(bought)
    expect((await invoice(bought))!.amount).toBe(9_000n)
  })

  test('is issued before or after a concurrent refund, for the amount it states', async () => {
    for (let round = 0; round < 4; round++) {
      const { bought, id } = await orderWithRequest()
      const [issued] = await Promise.all([issue(id, '9900'), refund(bought, '40.00')])
      const refunded = (await invoice(bought))!
      expect([issued.status, refunded.state, refunded.amount, refunded.reversals.length]).toEqual(
        issued.status === 303 ? [303, 'issued', 9_900n, 1] : [422, 'requested', 5_900n, 0],
      )
    }
  })

  test('concurrent with a refund is of the remaining amount, or is adapted', async () => {
    for (let round = 0; round < 4; round++) {
      const bought = await buy(context.db, await lin(), 'single_1', { period: 'once' })
      await Promise.all([ask(bought), refund(bought, '40.00')])
      expect((await invoice(bought))!.amount).toBe(5_900n)
    }
  })
})

describe('an issued invoice', () => {
  test('waits in a list until the numbers of its red-letter invoices are entered, and is then void', async () => {
    const { bought, id } = await orderWithRequest()
    expect((await issue(id, '9900')).status).toBe(303)
    await refund(bought, '40.00')
    const list = async () => (await desk().get('/desk/invoices?state=toReverse')).text()
    expect(await list()).toContain(bought.number)
    const page = await (await desk().get(`/desk/invoices/${id}`)).text()
    expect([page.includes('Reverse for a refund'), page.includes('reversalReason')]).toEqual([true, false])
    // The whole invoice cannot be reversed in addition.
    const whole = await desk().post(`/desk/invoices/${id}/reversal`, { reversalReason: 'Wrong title' })
    expect([whole.status, (await invoice(bought))!.state]).toEqual([422, 'issued'])
    const [part] = (await invoice(bought))!.reversals
    const own = (await invoice(bought))!.number!
    for (const [number, words] of [
      ['12', 'An invoice number has 8 or 20 digits'],
      [own, 'Another invoice has this number already'],
    ] as const) {
      const answer = await redLetter(id, part!.id, number)
      expect([answer.status, fieldProblem(await answer.text(), 'redLetter')]).toEqual([
        422,
        expect.any(String),
      ])
      expect(words).toBeTruthy()
    }
    const answers = await Promise.all([redLetter(id, part!.id), redLetter(id, part!.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect([(await list()).includes(bought.number), (await invoice(bought))!.state]).toEqual([
      false,
      'issued',
    ])
    await refund(bought, '59.00', '1')
    const rest = (await invoice(bought))!.reversals.find(({ number }) => !number)!
    expect(rest.amount).toBe('5900')
    expect((await redLetter(id, rest.id)).status).toBe(303)
    expect((await invoice(bought))!.state).toBe('reversed')
    const mine = await (await context.cast.lin.client.get(`/mgmt/orders/${bought.id}/invoice`)).text()
    expect(mine).toContain('Reversed by a red-letter invoice')
  })

  test('is reversed by staff only, and by a refund of the same order only', async () => {
    const { bought, id } = await orderWithRequest()
    await issue(id)
    await refund(bought, '40.00')
    const [part] = (await invoice(bought))!.reversals
    const post = `/desk/invoices/${id}/red-letter`
    for (const name of ['lin', 'zhou'] as const)
      expect((await context.cast[name].client.post(post, { reversal: part!.id })).status).toBe(404)
    for (const reversal of [newId(), 'x'])
      expect([404, 422]).toContain((await redLetter(id, reversal)).status)
    expect((await redLetter(newId(), part!.id)).status).toBe(404)
  })

  test('gives its buyer the files of its red-letter invoice, even after another invoice is requested', async () => {
    const { bought, id } = await orderWithRequest()
    await issue(id)
    await refund(bought, '40.00')
    const overview = async () => (await readQueues(context.db)).invoices.waiting
    const waiting = await overview()
    const [part] = (await invoice(bought))!.reversals
    const number = nextNumber()
    const xml = (of: string) => ({
      field: 'xml',
      name: 'red.xml',
      bytes: bytesOf(`<?xml version="1.0"?><EInvoice><EIid>${of}</EIid></EInvoice>`),
    })
    for (const [files, field] of [
      [[], 'pdf'],
      [[xml(nextNumber())], 'xml'],
    ] as const) {
      const answer = await redLetter(id, part!.id, number, [...files])
      const html = await answer.text()
      expect([answer.status, typedValue(html, 'redLetter')]).toEqual([422, number])
      expect(fieldProblem(html, field)).toBeTruthy()
    }
    expect((await redLetter(id, part!.id, number, [PDF, xml(number)])).status).toBe(303)
    expect(await overview()).toBe(waiting - 1)
    const [mail] = await mailsTo(context.db, 'lin@lotus.example')
    expect([mail!.subject, mail!.text]).toEqual([
      expect.stringContaining('red-letter'),
      expect.stringContaining(number),
    ])
    const whole = { reversalReason: 'Wrong title', redLetter: nextNumber() }
    expect((await postFiles(desk(), `/desk/invoices/${id}/reversal`, whole, [PDF])).status).toBe(303)
    await ask(bought)
    const { client } = context.cast.lin
    const page = await (await client.get(`/mgmt/orders/${bought.id}/invoice`)).text()
    const links = [...page.matchAll(/red-letters\/[\w-]{36}\/file\.(\w{3})/g)]
    expect(links.map(([, format]) => format)).toEqual(['pdf', 'xml', 'pdf'])
    for (const [path] of links) {
      const at = `/mgmt/orders/${bought.id}/${path}`
      expect((await client.get(at)).status).toBe(200)
      expect((await context.cast.hannah.client.get(at)).status).toBe(404)
      expect((await desk().get(`/desk/invoices/${id}/${path}`)).status).toBe(200)
    }
    const { amount } = (await invoice(bought))!
    expect(amount).toBe(5_900n)
  })
})
