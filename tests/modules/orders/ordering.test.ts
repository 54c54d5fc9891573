import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { closeOrder, findOrder } from '#modules/orders/ordering/order.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { liveTerms } from '#modules/orders/plans/term.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { DAY, HOUR, now, setClock, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { buy, order, pay } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { versionOf } from '#tests/support/template-version.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
})

let people = 100

/** A new team for each test, so that purchases do not affect each other. */
beforeEach(async () => {
  await sql`update accounts.account set username = username || ${people}, email = ${people} || email`.execute(
    db,
  )
  people += 1
  cast = await openCast(db, 0)
})
afterEach(() => setClock(null))

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const moveClock = (ms: number) => setClock(() => new Date(Date.now() + ms))
const unusedUses = async () =>
  (await usageSummary(db, cast.lin.viewer)).map(({ unused, total }) => [unused, total])
const payments = (id: string) =>
  db
    .selectFrom('orders.payment')
    .select(['problem', 'amount'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
const nda = () => {
  const template = findTemplate('mutual-nda')
  const languages = { primary: 'zh', bilingual: false, script: 'Hans' } as const
  return createDocument(db, cast.lin.viewer, template, { version: template.version, languages })
}

describe('a package', () => {
  test('is active from the payment, with its seats, uses and end, even if paid or queried twice', async () => {
    const placed = await order(db, await lin(), 'basic')
    expect([placed.state, placed.total, placed.number]).toEqual([
      'pending',
      39_900n,
      expect.stringMatching(/^QO\d{10}$/),
    ])
    const paid = await pay(db, await lin(), placed)
    expect([paid.state, (await lin()).package, await unusedUses()]).toEqual([
      'paid',
      'basic',
      [
        [10, 10],
        [0, 0],
        [10, 10],
      ],
    ])
    // Repeats the payment, and makes another payment for the paid order.
    const again = { method: 'sandbox' as const, currency: 'CNY' as const, amount: 39_900n, at: now() }
    const { reference } = await db
      .selectFrom('orders.payment')
      .select('reference')
      .where('order_id', '=', placed.id)
      .executeTakeFirstOrThrow()
    expect(await settle(db, placed.id, { ...again, reference })).toBeNull()
    expect(await settle(db, placed.id, { ...again, reference: 'another' })).toBe('double')
    expect((await payments(placed.id)).map(({ problem }) => problem)).toEqual([null, 'double'])
    expect((await unusedUses())[0]).toEqual([10, 10])
  })

  test('is renewed from its end, on the same day of the month, and its uses are granted monthly', async () => {
    setClock(() => new Date('2027-01-31T10:00:00+08:00'))
    await buy(db, await lin(), 'basic')
    const renewed = await buy(db, await lin(), 'basic')
    expect([renewed.kind, shanghaiDay(renewed.valid_from!), shanghaiDay(renewed.valid_to!)]).toEqual([
      'renewal',
      '2027-02-28',
      '2027-03-31',
    ])
    const yearly = await buy(db, await lin(), 'basic', { period: 'yearly' })
    expect([yearly.total, shanghaiDay(yearly.valid_to!)]).toEqual([399_000n, '2028-03-31'])
    expect((await liveTerms(db, cast.lin.viewer.teamId).execute()).length).toBe(3)
  })

  test('is upgraded for the difference by the day: the unused part is credited to the fen', async () => {
    setClock(() => new Date('2027-03-01T10:00:00+08:00'))
    await buy(db, await lin(), 'basic')
    setClock(() => new Date('2027-03-02T09:00:00+08:00'))
    const upgraded = await buy(db, await lin(), 'professional')
    // 30 of 31 days: 999.00 minus 1/31, minus 399.00 minus 1/31.
    const rest = 99_900n - 3_222n
    const credit = 39_900n - 1_287n
    expect([upgraded.kind, upgraded.total]).toEqual(['upgrade', rest - credit])
    expect(upgraded.lines.map(({ what, days, of, amount }) => [what, days, of, amount])).toEqual([
      ['rest', 30, 31, String(rest)],
      ['credit', 30, 31, String(-credit)],
    ])
    expect([(await lin()).package, shanghaiDay(upgraded.valid_to!)]).toEqual(['professional', '2027-04-01'])
    // Ten uses of Basic, and the additional ones of Professional for 30 of 31 days, rounded up.
    expect((await unusedUses()).map(([, total]) => total)).toEqual([10 + 18, 12, 10 + 30])
  })
})

describe('refused orders', () => {
  const refused = (code: string, buying = {}) =>
    lin().then((viewer) =>
      order(db, viewer, code, buying).then(
        () => 'placed',
        (error) => error.code,
      ),
    )

  test('renewal or upgrade without a plan, unknown goods, a second plan, a downgrade, an upgrade of the highest plan', async () => {
    expect(await refused('basic', { kind: 'renewal' })).toBe('PLAN_NOT_EFFECTIVE')
    expect(await refused('professional', { kind: 'upgrade' })).toBe('PLAN_NOT_EFFECTIVE')
    for (const [code, buying] of [
      ['customised', {}],
      ['free', {}],
      ['none', {}],
      ['basic', { period: 'once' }],
    ] as const)
      expect([code, await refused(code, buying)]).toEqual([code, 'PLAN_NOT_PURCHASABLE'])
    await buy(db, await lin(), 'professional')
    expect(await refused('professional', { kind: 'plan' })).toBe('PLAN_EFFECTIVE_EXISTS')
    expect(await refused('basic')).toBe('UPGRADE_TO_LOWER')
    expect(await refused('professional', { kind: 'upgrade' })).toBe('UPGRADE_TO_LOWER')
    await buy(db, await lin(), 'enterprise')
    expect(await refused('basic')).toBe('PLAN_HIGHEST')
    expect(await refused('enterprise', { kind: 'upgrade' })).toBe('PLAN_HIGHEST')
  })

  test('a second monthly order while one is pending, also among twelve at once; a monthly order by a sub-account', async () => {
    const viewer = await lin()
    const answers = await Promise.all(Array.from({ length: 12 }, () => refused('basic')))
    expect(answers.sort()).toEqual([...Array(11).fill('PENDING_ORDER_EXISTS'), 'placed'])
    const zhou = (await findViewer(db, cast.zhou.viewer.id))!
    await expect(order(db, zhou, 'basic')).rejects.toMatchObject({ code: 'SUB_ACCOUNT_CANNOT_ORDER' })
    expect((await order(db, zhou, 'single_1', { period: 'once' })).team_id).toBe(viewer.teamId)
  })

  test('closing an order other than a pending bank transfer, or of someone else', async () => {
    const viewer = await lin()
    const online = await order(db, viewer, 'basic')
    await expect(closeOrder(db, viewer, online.id)).rejects.toMatchObject({ code: 'ORDER_CLOSE_NOT_ALLOWED' })
    await expect(closeOrder(db, cast.hannah.viewer, online.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const transfer = await order(db, viewer, 'single_1', { period: 'once', method: 'bank' })
    await closeOrder(db, viewer, transfer.id)
    expect((await findOrder(db, viewer, transfer.id)).state).toBe('closed')
    await expect(closeOrder(db, viewer, transfer.id)).rejects.toMatchObject({
      code: 'ORDER_CLOSE_NOT_ALLOWED',
    })
  })

  test('a new document while an order of the account or its administrator is unpaid', async () => {
    await buy(db, await lin(), 'basic')
    const pending = await order(db, await lin(), 'single_1', { period: 'once', method: 'bank' })
    await expect(nda()).rejects.toMatchObject({ code: 'UNPAID_ORDER', details: { number: pending.number } })
    const { client } = cast.zhou
    const form = { template: 'mutual-nda', version: versionOf('mutual-nda'), language: 'en', bilingual: 'no' }
    const response = await client.post('/mgmt/new-doc', form)
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining(`Order ${pending.number} is not paid yet`),
    ])
    await closeOrder(db, await lin(), pending.id)
    expect(await nda()).toMatch(/^[\w-]{36}$/)
  })
})

test('for any submitted quantity or total, an order costs price times quantity, or is not placed', async () => {
  const { client, viewer } = cast.hannah
  const wanted = { package: 'single_1', period: 'once', kind: 'single', method: 'bank', agreed: 'yes' }
  const send = (fields: string) =>
    client.send('POST', '/mgmt/confirm-order', {
      body: `${new URLSearchParams(wanted)}&${fields}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const quantities = [
    '0',
    '-1',
    '1.5',
    '1e2',
    '0x10',
    '１００',
    '101',
    '100 ',
    '1,2',
    'NaN',
    '9'.repeat(20),
    '',
  ]
  const tricks = [
    ...quantities.map((text) => `quantity=${encodeURIComponent(text)}&total=9900`),
    ...['quantity=1&quantity=100', 'quantity=100&quantity=1', 'quantity[]=100', 'quantity=100'].map(
      (twice) => `${twice}&total=9900`,
    ),
    ...['1', '0', '-9900', '9900.0', '9.9e3', '99', '990000', ''].map((total) => `quantity=1&total=${total}`),
    'quantity=1&total=1&total=9900&unit_price=1&price=1',
  ]
  for (const trick of tricks) expect([trick, (await send(trick)).status < 500]).toEqual([trick, true])
  expect((await send('quantity=3&total=29700')).status).toBe(303)
  const placed = await db
    .selectFrom('orders.order')
    .selectAll()
    .where('team_id', '=', viewer.teamId)
    .execute()
  for (const { quantity, unit_price, total } of placed)
    expect([total, unit_price]).toEqual([9_900n * BigInt(quantity), 9_900n])
  expect(new Set(placed.map(({ quantity }) => quantity))).toEqual(new Set([1, 3]))
})

describe('a payment that does not fit', () => {
  test('with another amount or currency is stored for our staff, and the right amount still pays', async () => {
    const placed = await order(db, await lin(), 'basic')
    expect((await pay(db, await lin(), placed, 39_899n)).state).toBe('pending')
    await payAtSandbox(db, { number: placed.number, amount: 39_900n, currency: 'USD' })
    const paid = await pay(db, await lin(), placed)
    expect([paid.state, (await payments(placed.id)).map(({ problem }) => problem).sort()]).toEqual([
      'paid',
      ['amount', 'currency', null].sort(),
    ])
  })

  test('after the order expired is late; an earlier one still pays', async () => {
    const placed = await order(db, await lin(), 'basic')
    moveClock(2 * HOUR + 1000)
    await Promise.all([overdueOrders.now(db, {}), overdueOrders.now(db, {})])
    expect((await findOrder(db, await lin(), placed.id)).state).toBe('expired')
    await payAtSandbox(db, { number: placed.number, amount: placed.total, currency: 'CNY' })
    const late = {
      method: 'sandbox' as const,
      reference: 'late',
      currency: 'CNY' as const,
      amount: placed.total,
    }
    expect(await settle(db, placed.id, { ...late, at: now() })).toBe('late')
    const inTime = new Date(placed.pay_until.getTime() - 1000)
    expect(await settle(db, placed.id, { ...late, reference: 'in time', at: inTime })).toBeNull()
    expect([(await findOrder(db, await lin(), placed.id)).state, (await lin()).package]).toEqual([
      'paid',
      'basic',
    ])
  })

  test('in the last second is found before the order expires', async () => {
    const placed = await order(db, await lin(), 'basic')
    await payAtSandbox(db, { number: placed.number, amount: placed.total, currency: 'CNY' })
    moveClock(3 * HOUR)
    await overdueOrders.now(db, {})
    expect((await findOrder(db, await lin(), placed.id)).state).toBe('paid')
  })
})

test('single documents open both types for 31 days, an e-signing lasts a month', async () => {
  setClock(() => new Date('2027-05-01T10:00:00+08:00'))
  const two = await buy(db, await lin(), 'single_2', { period: 'once', quantity: 3 })
  const one = await buy(db, await lin(), 'single_esign', { period: 'once' })
  expect([two.total, shanghaiDay(two.valid_to!), shanghaiDay(one.valid_to!)]).toEqual([
    89_700n,
    '2027-06-01',
    '2027-06-01',
  ])
  const viewer = await lin()
  expect([viewer.package, viewer.permissions.includes('template.type_2')]).toEqual(['single', true])
  expect(await unusedUses()).toEqual([
    [0, 0],
    [3, 3],
    [1, 1],
  ])
  setClock(() => new Date(two.valid_to!.getTime() + DAY))
  const after = await lin()
  expect([after.package, after.permissions.includes('template.type_2'), await unusedUses()]).toEqual([
    'free',
    false,
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  ])
})

test('a singly bought document can be edited and finalised for 31 days, then only read, and edited again with a package', async () => {
  setClock(() => new Date('2027-06-01T10:00:00+08:00'))
  await buy(db, await lin(), 'single_1', { period: 'once' })
  const id = await nda()
  const { client } = cast.lin
  await db
    .updateTable('platform.session')
    .set({ expires_at: new Date('2099-01-01'), created_at: new Date('2027-06-20') })
    .execute()
  const seen = async (path: string) => {
    const answer = await client.get(`/mgmt/${id}/${path}`)
    return answer.headers.get('location') ?? (await answer.text()).replace(/<!-- -->/g, '')
  }
  expect(await seen('view-doc')).toContain('Can be edited until 2027-07-02 10:00 (Shanghai time)')
  // Home announces the end a week before.
  const home = async () => (await (await client.get('/mgmt/home')).text()).replace(/<!-- -->/g, '')
  expect(await home()).not.toContain('” ends<')
  setClock(() => new Date('2027-06-28T10:00:00+08:00'))
  expect(await home()).toMatch(/Editing of “[^”]+” ends/)
  setClock(() => new Date('2027-07-02T11:00:00+08:00'))
  expect(await seen('edit-doc')).toBe(`/mgmt/${id}/view-doc`)
  expect(await seen('view-doc')).toContain('editing and finalising this document ended on 2027-07-02')
  const { answers, version } = await findDocument(db, await lin(), id)
  const saved = await client.put(`/mgmt/${id}/answers`, { version, answers })
  expect([saved.status, (await saved.json()).errorCode]).toEqual([409, 'DOCUMENT_LAPSED'])
  const rename = () => client.put(`/mgmt/${id}/name`, { name: 'Too late', number: 'LATE-1' })
  const renamed = await rename()
  expect([renamed.status, (await renamed.json()).errorCode]).toEqual([409, 'DOCUMENT_LAPSED'])
  // As the pricing page promises, the document can still be read and downloaded afterwards.
  expect((await client.get(`/mgmt/${id}/draft.pdf`)).status).toBe(200)
  const finalised = await client.post(`/mgmt/${id}/finalisation`, { version: String(version) })
  expect([finalised.status, await finalised.text()]).toEqual([
    409,
    expect.stringContaining('ended on 2027-07-02'),
  ])
  await buy(db, await lin(), 'basic')
  expect((await client.put(`/mgmt/${id}/answers`, { version, answers })).status).toBe(200)
  expect((await rename()).status).toBe(200)
})
