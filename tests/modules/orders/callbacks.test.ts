import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { createApp } from '#src/app/app.tsx'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { setClock } from '#src/core/clock.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { beginPaymentAt, orderAt } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countRequests } from '#tests/support/limits.ts'
import { note } from '#tests/support/measured.ts'
import { mutantsOf, type SentRequest } from '#tests/support/mutants.ts'
import { sampled } from '#tests/support/runs.ts'

let db: Db
let cast: Cast
let gateways: Gateways
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  gateways = await openGateways()
  app = createApp(db)
})
afterEach(() => {
  setClock(null)
  for (const name of NAMES) gateways[name].mood = 'up'
})

const NAMES = ['alipay', 'wechat', 'paypal'] as const
type Name = (typeof NAMES)[number]

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const JSON_TYPE = { 'content-type': 'application/json' }
const ACCEPTED = { alipay: [200, 'success'], wechat: [204, ''], paypal: [200, '{}'] }

/** The callback of this gateway about an order, genuine or forged. */
function callbackAbout(
  name: Name,
  number: string,
  { by, changes }: { by?: 'stranger'; changes?: Record<string, string> } = {},
): SentRequest {
  if (name === 'alipay') return { headers: FORM, body: gateways.alipay.notification(number, changes, by) }
  const sent = gateways[name].notification(number, { ...(by && { by }), changes })
  return { headers: { ...JSON_TYPE, ...sent.headers }, body: sent.body }
}

const send = async (name: Name, { headers, body }: SentRequest) => {
  const answer = await app.request(`/payments/${name}/callback`, { method: 'POST', headers, body })
  return [answer.status, await answer.text()] as const
}

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const place = async (name: Name) => orderAt(db, await lin(), name)

/** Places an order and pays it at the gateway, which has not called back yet. */
async function payAtGateway(name: Name): Promise<Order> {
  const placed = await beginPaymentAt(db, await lin(), name, gateways)
  if (name === 'paypal') gateways.paypal.approve(placed.number)
  else gateways[name].pay(placed.number)
  return placed
}

const stateOf = async ({ id }: Order) =>
  (await findOrder(db, (await findViewer(db, cast.lin.viewer.id))!, id)).state
const paymentsOf = async ({ id }: Order) =>
  (await db.selectFrom('orders.payment').select('problem').where('order_id', '=', id).execute()).map(
    (one) => one.problem,
  )
const callbacksOf = (number: string) =>
  db.selectFrom('orders.callback').selectAll().where('order_number', '=', number).execute()
const keptInAll = async () => (await db.selectFrom('orders.callback').select('id').execute()).length

describe.each(NAMES)('%s', (name) => {
  test('reports a payment: the callback is answered in the gateway’s format, stored as received, and verified by a query', async () => {
    const placed = await payAtGateway(name)
    const sent = callbackAbout(name, placed.number)
    expect(await send(name, sent)).toEqual(ACCEPTED[name])
    const [row] = await callbacksOf(placed.number)
    expect([row?.body, row?.worked_at, await stateOf(placed)]).toEqual([sent.body, null, 'pending'])
    await workWaitingJobs(db)
    expect([(await callbacksOf(placed.number))[0]?.worked_at !== null, await stateOf(placed)]).toEqual([
      true,
      'paid',
    ])
    expect(await paymentsOf(placed)).toEqual([null])
  })

  test('reports a payment five times at once, repeatedly, and with old states: it is paid once', async () => {
    const placed = await payAtGateway(name)
    const sent = callbackAbout(name, placed.number)
    await Promise.all(Array.from({ length: 5 }, () => send(name, sent)))
    await workWaitingJobs(db)
    const old: Record<string, string> =
      name === 'alipay' ? { trade_status: 'WAIT_BUYER_PAY' } : { trade_state: 'NOTPAY', status: 'DENIED' }
    const count = gateways[name].requests.filter((call) => !call.includes('webhook')).length
    expect(await send(name, callbackAbout(name, placed.number, { changes: old }))).toEqual(ACCEPTED[name])
    expect(await send(name, sent)).toEqual(ACCEPTED[name])
    await workWaitingJobs(db)
    expect([await stateOf(placed), await paymentsOf(placed)]).toEqual(['paid', [null]])
    // A paid order is not queried.
    expect(gateways[name].requests.filter((call) => !call.includes('webhook')).length).toBe(count)
  })

  test('reports a payment falsely: this only causes a query', async () => {
    const unpaid = await place(name)
    const paid = await payAtGateway(name)
    const facts = { trade_status: 'TRADE_FINISHED', trade_state: 'SUCCESS', total_amount: '999.00' }
    // The content of a callback is not trusted even with a valid signature; the gateway is queried.
    expect(await send(name, callbackAbout(name, unpaid.number, { changes: facts }))).toEqual(ACCEPTED[name])
    await workWaitingJobs(db)
    expect([await stateOf(unpaid), await stateOf(paid)]).toEqual(['pending', 'pending'])
    expect(await send(name, callbackAbout(name, paid.number, { changes: { total_amount: '0.01' } }))).toEqual(
      ACCEPTED[name],
    )
    await workWaitingJobs(db)
    expect([await stateOf(unpaid), await stateOf(paid)]).toEqual(['pending', 'paid'])
  })

  test('reports an unknown order: the callback is stored and settles nothing', async () => {
    expect(await send(name, callbackAbout(name, 'QO0001010001'))).toEqual(ACCEPTED[name])
    await workWaitingJobs(db)
    expect(
      (await callbacksOf('QO0001010001')).filter((one) => one.method === name)[0]?.worked_at,
    ).toBeInstanceOf(Date)
  })

  test('does not pay the order of another method', async () => {
    const other = await payAtGateway(name === 'alipay' ? 'wechat' : 'alipay')
    expect(await send(name, callbackAbout(name, other.number))).toEqual(ACCEPTED[name])
    await workWaitingJobs(db)
    expect(await stateOf(other)).toBe('pending')
  })

  test('is unavailable while its callback is processed: it is queried again until the order is settled', async () => {
    const placed = await payAtGateway(name)
    const sent = callbackAbout(name, placed.number)
    expect(await send(name, sent)).toEqual(ACCEPTED[name])
    gateways[name].mood = 'down'
    await workWaitingJobs(db)
    expect([await stateOf(placed), (await callbacksOf(placed.number))[0]?.worked_at]).toEqual([
      'pending',
      null,
    ])
    gateways[name].mood = 'up'
    await db.updateTable('orders.order').set({ asked_at: null }).where('id', '=', placed.id).execute()
    await hurryAllJobs()
    expect([await stateOf(placed), await paymentsOf(placed)]).toEqual(['paid', [null]])
  })

  test('sends values with %, +, & and Chinese, which are verified unchanged', async () => {
    const placed = await payAtGateway(name)
    const note = '100%25 %zz A+B C&D=E 契书＋ "引号" \\ '
    expect(await send(name, callbackAbout(name, placed.number, { changes: { body: note, note } }))).toEqual(
      ACCEPTED[name],
    )
  })

  test('has its forged, changed or redirected callbacks rejected, not stored and not queried', async () => {
    const placed = await payAtGateway(name)
    const other = await place(name)
    const valid = callbackAbout(name, placed.number)
    const before = await keptInAll()
    const moved =
      name === 'alipay'
        ? valid.body.replaceAll(placed.number, other.number)
        : callbackAbout(name, other.number).body
    const forged: SentRequest[] = [
      callbackAbout(name, placed.number, { by: 'stranger' }),
      { ...valid, body: moved },
      { ...valid, body: '' },
      { ...valid, body: '{}' },
      { headers: FORM, body: name === 'alipay' ? 'sign=&sign_type=RSA2' : valid.body },
    ]
    for (const [index, one] of forged.entries())
      expect([index, (await send(name, one))[0]]).toEqual([index, name === 'alipay' ? 400 : 401])
    const all = mutantsOf(valid, 500, name === 'alipay')
    const tried = sampled(all, 12)
    for (const { how, sent } of tried) {
      const [status] = await send(name, sent)
      expect([how, status]).toEqual([how, name === 'alipay' ? 400 : 401])
    }
    expect([await keptInAll(), tried.length > 35]).toEqual([before, true])
    await workWaitingJobs(db)
    expect(await stateOf(placed)).toBe('pending')
    note(`forged callbacks of ${name} (S-23)`, `0 of ${tried.length} mutants accepted`)
    // The original is accepted, so the rejections are meaningful.
    expect((await send(name, valid))[0]).toBe(ACCEPTED[name][0])
  })

  test('has a body larger than any callback rejected unread', async () => {
    const { headers } = callbackAbout(name, 'QO0001010001')
    expect((await send(name, { headers, body: 'x'.repeat(65 * 1024) }))[0]).toBe(413)
  })
})

/** Retries waiting jobs immediately. */
async function hurryAllJobs() {
  const { paymentCallback } = await import('#modules/orders/payments/callback.ts')
  const rows = await db.selectFrom('orders.callback').select('id').where('worked_at', 'is', null).execute()
  for (const { id } of rows) await paymentCallback.retryNow(db, { id })
  await workWaitingJobs(db)
}

test('the notification of another application or seller is rejected, whoever signed it', async () => {
  for (const changes of [{ app_id: '2021999999999999' }, { seller_id: '2088999999999999' }] as Record<
    string,
    string
  >[])
    expect((await send('alipay', callbackAbout('alipay', 'QO0001010001', { changes })))[0]).toBe(400)
  for (const changes of [{ mchid: '1900000002' }, { appid: 'wx-other' }] as Record<string, string>[])
    expect((await send('wechat', callbackAbout('wechat', 'QO0001010001', { changes })))[0]).toBe(401)
  const other = gateways.paypal.notification('QO0001010001', { webhookId: 'another' })
  expect((await send('paypal', other))[0]).toBe(401)
})

describe('WeChat', () => {
  const at = (seconds: number) => {
    const { headers, body } = gateways.wechat.notification('QO0001010001', {
      at: Math.floor(Date.now() / 1000) + seconds,
    })
    return send('wechat', { headers: { ...JSON_TYPE, ...headers }, body })
  }

  test('sends callbacks that are valid five minutes before and after their time', async () => {
    expect([(await at(-295))[0], (await at(295))[0]]).toEqual([204, 204])
    expect([(await at(-306))[0], (await at(306))[0]]).toEqual([401, 401])
  })

  test('sends probes with a false signature, which are quietly rejected', async () => {
    const { headers, body } = gateways.wechat.notification('QO0001010001')
    headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`
    expect(await send('wechat', { headers, body })).toEqual([401, '{"code":"FAIL","message":"signature"}'])
  })

  test('sends a sealed part: with a valid signature and another key it is requested again', async () => {
    const sent = gateways.wechat.notification('QO0001010001', { key: 'x'.repeat(32) })
    expect((await send('wechat', sent))[0]).toBe(503)
  })
})

test('PayPal is asked to send a webhook again while it cannot verify it', async () => {
  const sent = gateways.paypal.notification('QO0001010001')
  gateways.paypal.mood = 'broken'
  expect((await send('paypal', sent))[0]).toBe(503)
  gateways.paypal.mood = 'up'
  expect((await send('paypal', sent))[0]).toBe(200)
})

describe('a sender of endless forgeries', () => {
  countRequests(() => db)

  test('is ignored after a hundred forgeries in a minute, and PayPal is not queried', async () => {
    const { headers, body } = gateways.paypal.notification('QO0001010001', { by: 'stranger' })
    const from = (address: string) =>
      app.request(
        '/payments/paypal/callback',
        { method: 'POST', headers, body },
        { incoming: { socket: { remoteAddress: address } } },
      )
    for (let n = 0; n < 100; n++) expect([n, (await from('203.0.113.7')).status]).toEqual([n, 401])
    const count = gateways.paypal.requests.length
    expect([(await from('203.0.113.7')).status, gateways.paypal.requests.length]).toEqual([429, count])
    expect((await from('203.0.113.8')).status).toBe(401)
  })
})
