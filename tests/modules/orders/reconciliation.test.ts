import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { FINDINGS } from '#modules/orders/desk/reconciliation/finding.ts'
import { reconcileDay } from '#modules/orders/desk/reconciliation/reconcile.ts'
import { sumsOf } from '#modules/orders/desk/reconciliation/sums.ts'
import { findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { queryGateway } from '#modules/orders/payments/query-gateway.ts'
import { methodNamed } from '#modules/orders/payments/registry.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { createApp } from '#src/app/app.tsx'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { buy, order, pay, payTwice } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast
let gateways: Gateways

beforeAll(async () => {
  db = await testDatabase()
  setClock(() => new Date('2027-01-01T12:00:00+08:00'))
  cast = await openCast(db, 0)
  gateways = await openGateways()
})

let days = 0
let day = ''
/** Each test uses another day, and reconciles it at noon of the next. */
beforeEach(async () => {
  day = new Date(Date.UTC(2027, 0, 1) + ++days * 2 * DAY).toISOString().slice(0, 10)
  at('12:00:00')
  for (const { client, viewer } of Object.values(cast))
    client.cookies.set(SESSION_COOKIE, await beginSession(db, viewer.id))
  // The system clock determines when the day ends.
  await db
    .updateTable('platform.session')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
})
afterEach(() => setClock(null))
const at = (time: string) => setClock(() => new Date(`${day}T${time}+08:00`))

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const ruo = () => cast.ruo.viewer
const single = { period: 'once' } as const
const reconciled = () => reconcileDay(db, ruo(), day)
const findings = async () => (await reconciled()).entries.map(({ finding }) => finding)
const sums = async () =>
  sumsOf(await reconciled()).map(({ method, currency, orders, payments, reported, refunds, difference }) => [
    method,
    currency,
    orders.amount,
    payments.amount,
    reported?.amount ?? null,
    refunds.amount,
    difference,
  ])
const page = async (query = `?day=${day}`) =>
  (await (await cast.ruo.client.get(`/desk/reconciliation${query}`)).text()).replaceAll('<!-- -->', '')

/** A bank transfer that staff confirmed. */
async function confirmTransfer(received = day): Promise<[placed: Order, reference: string]> {
  const placed = await order(db, await lin(), 'single_1', { method: 'bank', ...single })
  const reference = `B-${newId()}`
  const form = { amount: '99.00', reference, day: received }
  expect((await cast.ruo.client.post(`/desk/orders/${placed.id}/transfer`, form)).status).toBe(303)
  return [placed, reference]
}

async function upload(...credits: [reference: string, amount: string, remark: string][]) {
  const lines = credits.map(
    ([reference, amount, remark]) => `${day} 10:00:00,${amount},${remark},${reference}`,
  )
  const bytes = new TextEncoder().encode(['日期,金额,附言,流水号', ...lines].join('\n'))
  const response = await postFiles(cast.ruo.client, '/desk/statements', {}, [
    { field: 'file', name: 's.csv', bytes },
  ])
  expect(response.status).toBe(303)
}

describe('a day at the sandbox', () => {
  test('without differences says so, by the day of receipt in Shanghai', async () => {
    await buy(db, await lin(), 'single_1', single)
    at('00:00:00')
    await buy(db, await lin(), 'single_2', single)
    at('23:59:59')
    await buy(db, await lin(), 'single_esign', single)
    for (const [shift, count] of [
      [0, 3],
      [1, 0],
      [-1, 0],
    ] as const) {
      const other = new Date(Date.parse(day) + shift * DAY).toISOString().slice(0, 10)
      expect([shift, (await reconcileDay(db, ruo(), other)).entries.length]).toEqual([shift, count])
    }
    const [sums] = sumsOf(await reconciled())
    expect([sums!.orders, sums!.payments, sums!.reported]).toEqual(Array(3).fill(sums!.orders))
    expect([sums!.orders.count, sums!.difference, sums!.open, sums!.explainedCount]).toEqual([3, 0n, 0, 0])
    expect(await page()).not.toContain('What does not match')
  })

  test('shows a payment without an order as a difference until it is refunded', async () => {
    const paid = await buy(db, await lin(), 'single_1', single)
    const id = await payTwice(db, paid.id)
    expect((await findings()).sort()).toEqual(['agrees', 'unsettled'])
    const html = await page()
    for (const words of [
      `/desk/payments/${id}`,
      'Not used for any order',
      'Apply it to its order, or refund it',
      'To check: 1',
    ])
      expect(html).toContain(words)
    const form = { amount: '99.00', reference: '', reason: 'Paid twice', key: newId() }
    await cast.ruo.client.post(`/desk/payments/${id}/refund`, form)
    expect((await findings()).sort()).toEqual(['agrees', 'givenBack'])
    expect(await sums()).toEqual([['sandbox', 'CNY', 9_900n, 19_800n, 9_900n, 9_900n, 0n]])
    const after = await page()
    for (const words of ['Differences explained', 'Refunds of the day', 'No action needed.'])
      expect(after).toContain(words)
  })

  test('shows amounts missing in our books, and amounts that differ', async () => {
    const missing = await single1()
    const other = await single1()
    const book = { currency: 'CNY', amount: 9_900n, paid_at: now() } as const
    await db
      .insertInto('orders.sandbox_payment')
      .values([
        { ...book, order_number: missing.number, reference: newId() },
        { ...book, order_number: other.number, reference: 'less-there', amount: 9_800n },
      ])
      .execute()
    await settle(db, other.id, {
      method: 'sandbox',
      reference: 'less-there',
      currency: 'CNY',
      amount: 9_900n,
      at: now(),
    })
    expect((await findings()).sort()).toEqual(['amountDiffers', 'notStored'])
    expect(await page()).toContain(`/desk/orders/${missing.id}`)
  })

  test('shows an order that is marked as paid without a payment', async () => {
    const placed = await single1()
    await pay(db, await lin(), placed)
    await db.deleteFrom('orders.payment').where('order_id', '=', placed.id).execute()
    expect((await findings()).sort()).toEqual(['noMoney', 'notStored'])
  })
})

const single1 = async () => order(db, await lin(), 'single_1', single)

describe('a day at the bank', () => {
  test('is compared with the statements of that day, or with none', async () => {
    const [, reference] = await confirmTransfer()
    expect([await findings(), (await sums())[0]!.at(4)]).toEqual([['agrees'], null])
    expect(await page()).toContain('No bank statement of this day')
    await upload([reference, '99.00', ''])
    expect([await findings(), (await sums())[0]!.at(4)]).toEqual([['agrees'], 9_900n])
    expect(await page()).not.toContain('No bank statement of this day')
  })

  test('shows amounts on one side only, or with another amount or day, each credit once', async () => {
    const [, seen] = await confirmTransfer()
    const [, unseen] = await confirmTransfer()
    const before = new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)
    const [, earlier] = await confirmTransfer(before)
    for (let twice = 0; twice < 2; twice++)
      await upload([seen, '98.00', ''], [earlier, '99.00', ''], [`N-${day}`, '12.00', 'Interest'])
    const findings = (await reconciled()).entries.map(({ reference, finding }) => [reference, finding])
    expect(findings.sort()).toEqual(
      [
        [seen, 'amountDiffers'],
        [unseen, 'notOnStatement'],
        [earlier, 'otherDay'],
        [`N-${day}`, 'notTaken'],
      ].sort(),
    )
    expect(await page()).toMatch(/\/desk\/statements\/[0-9a-f-]{36}/)
  })

  test('does not count a payment that was confirmed by mistake and undone', async () => {
    const [placed] = await confirmTransfer()
    await cast.ruo.client.post(`/desk/orders/${placed.id}/reversal`, { reversalReason: 'Wrong order' })
    expect([await findings(), (await findOrder(db, await lin(), placed.id)).state]).toEqual([[], 'pending'])
  })
})

describe.each(['alipay', 'wechat', 'paypal'] as const)('a day at %s', (name) => {
  async function paidThere(): Promise<Order> {
    const currency = name === 'paypal' ? 'USD' : 'CNY'
    const placed = await order(db, await lin(), 'single_1', { method: name, currency, ...single })
    const begun = await methodNamed(name)!.begin(db, placed)
    if (name === 'alipay' && 'go' in begun) gateways.alipay.open(begun.go)
    if (name === 'paypal') gateways.paypal.approve(placed.number)
    else gateways[name].pay(placed.number)
    return placed
  }
  async function tell({ number }: Order) {
    const sent = gateways[name].notification(number)
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const { headers, body } = typeof sent === 'string' ? { headers: form, body: sent } : sent
    const answer = await createApp(db).request(`/payments/${name}/callback`, {
      method: 'POST',
      headers,
      body,
    })
    expect(answer.status).toBeLessThan(300)
  }

  test('is compared with its callbacks: received, received without effect, and missing', async () => {
    const reported = await paidThere()
    const unreported = await paidThere()
    for (const one of [reported, unreported]) await queryGateway(db, one)
    for (let again = 0; again < 2; again++) await tell(reported)
    await workWaitingJobs(db)
    const entries = (await reconciled()).entries.map((entry) => [entry.number, entry.finding, entry.reported])
    expect(entries.sort()).toEqual(
      [
        [reported.number, 'agrees', reported.total],
        [unreported.number, 'notTold', null],
      ].sort(),
    )
    await db.deleteFrom('orders.payment').where('order_id', '=', reported.id).execute()
    expect((await findings()).sort()).toEqual(['noMoney', 'notStored', 'notTold'])
  })

  test('does not count callbacks as missing that are no longer stored', async () => {
    const paid = await paidThere()
    await queryGateway(db, paid)
    expect(await findings()).toEqual(['notTold'])
    setClock(() => new Date(Date.parse(day) + 402 * DAY))
    expect([await findings(), (await sums())[0]!.at(4)]).toEqual([['agrees'], null])
  })

  test('does not count other notifications of a gateway as payments', async () => {
    for (const body of ['', 'x', '{}', '{"resource":{}}', 'trade_status=WAIT_BUYER_PAY&total_amount=1.00'])
      expect([body, await methodNamed(name)!.callbacks!.reportedPayment(body)]).toEqual([body, null])
  })
})

describe('the page of a day', () => {
  test('shows yesterday by default, and no future day', async () => {
    const before = new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)
    for (const query of ['', '?day=2027-02-30', '?day=nonsense', `?day=2099-01-01`])
      expect([query, (await page(query)).includes(`Reconciliation of ${before}`)]).toEqual([query, true])
    expect(await page()).not.toContain('rel="next"')
    expect(await page('')).toContain('rel="next"')
  })

  test('makes at most three queries besides those for the viewer', async () => {
    await buy(db, await lin(), 'single_1', single)
    await confirmTransfer()
    const { queries } = await countQueries(() => page())
    expect(queries).toBeLessThanOrEqual(4)
  })

  test('is also a file with all entries and refunds, for staff only', async () => {
    const paid = await buy(db, await lin(), 'single_1', single)
    const id = await payTwice(db, paid.id)
    const form = { amount: '9.00', reference: '', reason: '=1+1', key: newId() }
    await cast.ruo.client.post(`/desk/payments/${id}/refund`, form)
    const answer = await cast.ruo.client.get(`/desk/reconciliation.csv?day=${day}`)
    const lines: string[][] = parse((await answer.text()).slice(1))
    const money = lines.slice(1).map((line) => line.slice(6, 11))
    expect(money).toEqual([
      ['99.00', '99.00', '99.00', '', 'Agrees'],
      ['', '99.00', '', '', 'Not used for any order'],
      ['', '', '', '-9.00', 'Refunded'],
    ])
    expect(lines.at(-1)!.at(-1)).toBe("'=1+1")
    for (const name of ['lin', 'zhou'] as const)
      for (const path of [`/desk/reconciliation?day=${day}`, `/desk/reconciliation.csv?day=${day}`])
        expect([name, path, (await cast[name].client.get(path)).status]).toEqual([name, path, 404])
  })

  test('has a text for every finding', async () => {
    expect(Object.keys(FINDINGS).length).toBeGreaterThan(10)
    const { messages } = await import('#src/core/i18n.ts')
    const { finding, todo } = (messages.en_US.desk as never as Record<string, Record<string, object>>)
      .reconciliation!
    expect(Object.keys(finding!)).toEqual(expect.arrayContaining(Object.keys(FINDINGS)))
    const open = Object.entries(FINDINGS).flatMap(([name, isOpen]) => (isOpen ? [name] : []))
    expect(Object.keys(todo!).sort()).toEqual(open.sort())
  })
})
