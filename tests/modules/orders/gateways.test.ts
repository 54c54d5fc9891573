import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { findOrder } from '#modules/orders/ordering/order.ts'
import type { PaymentStatus } from '#modules/orders/payments/payment-method.ts'
import { overdueOrders, queryGateway } from '#modules/orders/payments/query-gateway.ts'
import { methodNamed, offeredMethods } from '#modules/orders/payments/registry.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { HOUR, MINUTE, SECOND, setClock } from '#src/core/clock.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { decimal } from '#src/core/money.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { orderAt } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let gateways: Gateways

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  gateways = await openGateways()
})
beforeEach(() => configure(gateways.variables))
afterEach(async () => {
  setClock(null)
  for (const name of NAMES) gateways[name].mood = 'up'
  gateways.paypal.next.capture = 'COMPLETED'
  await workWaitingJobs(db)
  // Open orders of one test would be queried during the next test.
  await db.updateTable('orders.order').set({ state: 'closed' }).where('state', '=', 'pending').execute()
})

const NAMES = ['alipay', 'wechat', 'paypal'] as const
type Name = (typeof NAMES)[number]

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const later = (ms: number) => setClock(() => new Date(Date.now() + ms))
const reloadOrder = async (id: string) => findOrder(db, await lin(), id)

const place = async (name: Name) => orderAt(db, await lin(), name)
type Placed = Awaited<ReturnType<typeof place>>

const method = (name: Name) => methodNamed(name)!
const begin = async (placed: Placed) => method(placed.method as Name).begin(db, placed)
const ask = (placed: Placed) => method(placed.method as Name).query!(db, placed)

/** Pays on the gateway's page, as the payer does. */
async function payThere(placed: Placed) {
  const { number, method: name } = placed
  const begun = await begin(placed)
  if (name === 'alipay' && 'go' in begun) {
    expect(gateways.alipay.open(begun.go)).toBe(decimal(placed.total))
    gateways.alipay.pay(number)
  }
  if (name === 'wechat') gateways.wechat.pay(number)
  if (name === 'paypal') gateways.paypal.approve(number)
}

const payments = (id: string) =>
  db
    .selectFrom('orders.payment')
    .select(['problem', 'amount', 'reference'])
    .where('order_id', '=', id)
    .execute()

describe('a gateway is offered', () => {
  test('only if it is fully configured, and PayPal only to readers of English', () => {
    const names = () =>
      LOCALES.map((locale) =>
        offeredMethods(locale)
          .map(({ name }) => name)
          .filter((name) => name !== 'bank' && name !== 'sandbox'),
      )
    expect(names()).toEqual(
      LOCALES.map((locale) => ['alipay', 'wechat', ...(locale === 'en_US' ? ['paypal'] : [])]),
    )
    configure()
    expect(names().flat()).toEqual([])
  })

  test('only with a complete configuration; a partial one, or a file without a key, prevents the start', () => {
    const without = (name: string) => () => configure({ ...gateways.variables, [name]: '' })
    expect(without('ALIPAY_SELLER_ID')).toThrow('ALIPAY_SELLER_ID is missing beside ALIPAY_APP_ID')
    expect(without('WECHAT_PAY_API_KEY')).toThrow('WECHAT_PAY_API_KEY is missing')
    expect(without('PAYPAL_WEBHOOK_ID')).toThrow('PAYPAL_WEBHOOK_ID is missing')
    const wrong = { ...gateways.variables, WECHAT_PAY_PUBLIC_KEY_FILE: 'package.json' }
    expect(() => configure(wrong)).toThrow('should name a file with a public RSA key')
    expect(() => configure({ ...gateways.variables, WECHAT_PAY_API_KEY: 'short' })).toThrow('32 characters')
  })

  test('only if configured: an unconfigured one can be neither chosen nor queried', async () => {
    configure()
    for (const name of NAMES) await expect(place(name)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
  })
})

// The tests depend on each other, in order.
for (const name of NAMES)
  describe(name, { shuffle: false }, () => {
    test('can be started repeatedly, and is open until the money has arrived', async () => {
      const placed = await place(name)
      expect((await ask(placed)).state).toBe('open')
      const begun = await begin(placed)
      const again = await begin(placed)
      if (name !== 'alipay') expect(again).toEqual(begun)
      expect((await ask(placed)).state).toBe('open')
      await payThere(placed)
      const status = (await ask(placed)) as PaymentStatus & { state: 'paid' }
      expect(status).toMatchObject({
        state: 'paid',
        received: [{ amount: placed.total, currency: placed.currency }],
      })
      expect(Math.abs(status.received[0]!.at.getTime() - Date.now())).toBeLessThan(10 * SECOND)
      await Promise.all(Array.from({ length: 5 }, () => queryGateway(db, placed)))
      expect([
        (await reloadOrder(placed.id)).state,
        (await payments(placed.id)).map(({ problem }) => problem),
      ]).toEqual(['paid', [null]])
    })

    test('shows a QR code, with a link for readers on the paying phone', async () => {
      const { id } = await place(name)
      const html = await (await cast.lin.client.get(`/mgmt/orders/${id}/payment`)).text()
      expect(html.includes('scan the code there')).toBe(name === 'wechat')
    })

    test('shows advice on the page while it is down, slow or broken, and decides nothing', async () => {
      const placed = await place(name)
      const page = () => cast.lin.client.get(`/mgmt/orders/${placed.id}/payment`)
      for (const mood of ['down', 'broken', 'slow'] as const) {
        gateways[name].mood = mood
        const startedAt = performance.now()
        const html = await (await page()).text()
        expect([mood, performance.now() - startedAt < 3000]).toEqual([mood, true])
        // Alipay’s page is opened by the payer's browser, so we send no earlier request.
        expect([mood, html.includes('is not responding')]).toEqual([mood, name !== 'alipay'])
      }
      gateways[name].mood = 'up'
      // Waits until the last request to the slow gateway has timed out.
      await vi.waitFor(() => payThere(placed), { timeout: 8000, interval: 500 })
      gateways[name].mood = 'down'
      later(3 * HOUR)
      await overdueOrders.now(db, {})
      expect((await reloadOrder(placed.id)).state).toBe('pending')
      const html = await (await cast.lin.client.get(`/pay-finish?order=${placed.id}`)).text()
      expect(html).toContain(placed.number)
      gateways[name].mood = 'up'
      // PayPal has the payer's approval only; nothing is captured, not even after the deadline.
      await overdueOrders.now(db, {})
      expect((await reloadOrder(placed.id)).state).toBe(name === 'paypal' ? 'expired' : 'paid')
    })

    test('is notified when an order has ended, which can no longer be paid', async () => {
      const placed = await place(name)
      const begun = await begin(placed)
      if (name === 'alipay' && 'go' in begun) gateways.alipay.open(begun.go)
      later(2 * HOUR + MINUTE)
      await overdueOrders.now(db, {})
      expect((await reloadOrder(placed.id)).state).toBe('expired')
      if (name === 'alipay' && 'go' in begun)
        expect(gateways.alipay.open(begun.go)).toMatch(/expired|timestamp/)
      if (name === 'wechat') expect(gateways.wechat.transactions.get(placed.number)?.state).toBe('CLOSED')
      if (name === 'paypal') {
        gateways.paypal.approve(placed.number)
        await queryGateway(db, await reloadOrder(placed.id))
        expect(gateways.paypal.byNumber(placed.number).captures).toEqual([])
      }
      expect(await payments(placed.id)).toEqual([])
    })

    test('refunds once per key, and never more than was paid', async () => {
      const placed = await place(name)
      await payThere(placed)
      await queryGateway(db, placed)
      const [payment] = await payments(placed.id)
      const paid = { ...payment!, currency: placed.currency }
      const back = (amount: bigint, key: string) =>
        method(name).refund!(db, {
          order: placed,
          payment: paid,
          amount,
          key,
          reason: '多付了 100% & more'.repeat(20),
        })
      const first = await back(100n, 'refund-1')
      expect(await back(100n, 'refund-1')).toBe(first)
      expect(await back(placed.total - 100n, 'refund-2')).not.toBe(first)
      await expect(back(1n, 'refund-3')).rejects.toThrow()
      await queryGateway(db, placed)
      expect((await payments(placed.id)).length).toBe(1)
    })

    test('does not pay the order by another amount', async () => {
      const placed = await place(name)
      await payThere(placed)
      const { alipay, wechat, paypal } = gateways
      if (name === 'alipay') alipay.pay(placed.number, '0.01')
      if (name === 'wechat') wechat.pay(placed.number, 1)
      if (name === 'paypal') paypal.byNumber(placed.number).amount.value = '0.01'
      expect(await queryGateway(db, placed)).toBe(true)
      expect([(await reloadOrder(placed.id)).state, (await payments(placed.id))[0]]).toMatchObject([
        'pending',
        { problem: 'amount', amount: 1n },
      ])
    })
  })

test.each(['wechat', 'paypal'] as const)('another currency does not pay an order at %s', async (name) => {
  const placed = await place(name)
  await payThere(placed)
  if (name === 'wechat') gateways.wechat.pay(placed.number, Number(placed.total), 'USD')
  else gateways.paypal.byNumber(placed.number).amount.currency_code = 'CNY'
  await queryGateway(db, placed)
  expect([(await reloadOrder(placed.id)).state, (await payments(placed.id))[0]?.problem]).toEqual([
    'pending',
    'currency',
  ])
})

test('a response without Alipay’s signature is rejected', async () => {
  const placed = await place('alipay')
  await payThere(placed)
  gateways.alipay.forgeOnce()
  expect([await queryGateway(db, placed), (await reloadOrder(placed.id)).state]).toEqual([false, 'pending'])
  expect([await queryGateway(db, placed), (await reloadOrder(placed.id)).state]).toEqual([true, 'paid'])
})

test('a response about another order pays neither order', async () => {
  const mine = await place('alipay')
  const other = await place('alipay')
  await payThere(other)
  gateways.alipay.trades.set(mine.number, gateways.alipay.trades.get(other.number)!)
  expect(await queryGateway(db, mine)).toBe(false)
  const ours = await place('paypal')
  const theirs = await place('paypal')
  await payThere(theirs)
  await begin(ours)
  const { paypal } = gateways
  paypal.byNumber(ours.number).number = theirs.number
  expect(await queryGateway(db, ours)).toBe(false)
  for (const { id } of [mine, other, ours, theirs]) expect((await reloadOrder(id)).state).toBe('pending')
})

test('orders without a response of the gateway do not delay other orders', async () => {
  const broken = await Promise.all([1, 2, 3, 4].map(() => place('alipay')))
  const sound = await place('alipay')
  await payThere(sound)
  for (const { number } of broken)
    gateways.alipay.trades.set(number, gateways.alipay.trades.get(sound.number)!)
  later(3 * HOUR)
  gateways.alipay.mood = 'broken'
  const before = gateways.alipay.requests.length
  await overdueOrders.now(db, {})
  expect(gateways.alipay.requests.length - before).toBe(3)
  gateways.alipay.mood = 'up'
  for (let minute = 0; minute < 4; minute++) await overdueOrders.now(db, {})
  expect((await reloadOrder(sound.id)).state).toBe('paid')
  for (const { id } of broken) expect((await reloadOrder(id)).state).toBe('pending')
})

test('a probe by WeChat instead of a response is rejected, and the order is queried again', async () => {
  const placed = await place('wechat')
  await payThere(placed)
  gateways.wechat.probeOnce()
  expect([await queryGateway(db, placed), (await reloadOrder(placed.id)).state]).toEqual([false, 'pending'])
  expect([await queryGateway(db, placed), (await reloadOrder(placed.id)).state]).toEqual([true, 'paid'])
})

describe('PayPal', () => {
  test('captures only after a query: a pending capture keeps the order open past its deadline', async () => {
    const placed = await place('paypal')
    gateways.paypal.next.capture = 'PENDING'
    await payThere(placed)
    await queryGateway(db, placed)
    expect((await reloadOrder(placed.id)).state).toBe('pending')
    later(3 * HOUR)
    await overdueOrders.now(db, {})
    expect((await reloadOrder(placed.id)).state).toBe('pending')
    gateways.paypal.settle(placed.number, 'COMPLETED')
    await overdueOrders.now(db, {})
    expect((await reloadOrder(placed.id)).state).toBe('paid')
  })

  test('captures nothing for an order that was closed in the meantime', async () => {
    const placed = await place('paypal')
    await payThere(placed)
    const closed = { state: 'closed', ended_at: new Date() } as const
    await db.updateTable('orders.order').set(closed).where('id', '=', placed.id).execute()
    expect(await queryGateway(db, await reloadOrder(placed.id))).toBe(true)
    expect(gateways.paypal.byNumber(placed.number).captures).toEqual([])
  })

  test('leaves the order open for another card when a card is declined', async () => {
    const placed = await place('paypal')
    gateways.paypal.next.capture = 'INSTRUMENT_DECLINED'
    await payThere(placed)
    expect([await queryGateway(db, placed), (await reloadOrder(placed.id)).state]).toEqual([true, 'pending'])
    gateways.paypal.next.capture = 'COMPLETED'
    expect([await queryGateway(db, placed), (await reloadOrder(placed.id)).state]).toEqual([true, 'paid'])
  })

  test('works again after a failed token request', async () => {
    configure(gateways.variables)
    gateways.paypal.mood = 'down'
    const placed = await place('paypal')
    await expect(begin(placed)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
    gateways.paypal.mood = 'up'
    expect(await begin(placed)).toMatchObject({ go: expect.stringContaining('paypal.example') })
    gateways.paypal.next.token = 'A21-2'
    await ask(placed).catch(() => null)
    expect((await ask(placed)).state).toBe('open')
  })

  test('returns the payer to our page, which queries PayPal whatever the URL says', async () => {
    const placed = await place('paypal')
    const { client } = cast.lin
    await begin(placed)
    const { id } = gateways.paypal.byNumber(placed.number)
    const cancelled = await client.get(`/paypal-order-cancel?token=${id}`)
    const cancelPath = `/pay-finish?order=${placed.id}&cancelled`
    expect([cancelled.status, cancelled.headers.get('location')]).toEqual([303, cancelPath])
    expect((await reloadOrder(placed.id)).state).toBe('pending')
    const html = await (await client.get(`${cancelPath}&locale=en_US`)).text()
    expect(html).toContain('You cancelled the payment')
    expect(html).toContain(`href="/mgmt/orders/${placed.id}/payment"`)
    expect(html).toContain(`hx-get="/pay-finish?order=${placed.id}&amp;cancelled"`)
    const other = /href="(\/mgmt\/confirm-order[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    expect((await client.get(other)).status).toBe(200)
    gateways.paypal.approve(placed.number)
    later(4 * SECOND)
    const back = await client.get(`/paypal-result?token=${id}&PayerID=X`)
    expect([back.headers.get('location'), (await reloadOrder(placed.id)).state]).toEqual([
      `/pay-finish?order=${placed.id}`,
      'paid',
    ])
    // A paid order is shown as paid, also at the address of the cancellation.
    expect(await (await client.get(`${cancelPath}&locale=en_US`)).text()).toContain('Payment complete')
    for (const token of ['', '%ff', 'a'.repeat(65), "'", '5OUNKNOWN'])
      expect((await client.get(`/paypal-result?token=${token}`)).headers.get('location')).toBe('/pay-finish')
  })
})

test('Alipay returns to a URL with Alipay’s signature, which our signature check ignores', async () => {
  const placed = await place('alipay')
  const theirs = 'charset=utf-8&sign=abc&sign_type=RSA2&timestamp=2026-11-21+08%3A00%3A00&total_amount=0.01'
  const back = await cast.lin.client.get(`/payments/alipay/return?order=${placed.id}&${theirs}`)
  expect([back.status, back.headers.get('location')]).toEqual([303, `/pay-finish?order=${placed.id}`])
  expect((await cast.lin.client.get('/payments/alipay/return?order=%ff')).headers.get('location')).toBe(
    '/pay-finish',
  )
  expect((await reloadOrder(placed.id)).state).toBe('pending')
})
