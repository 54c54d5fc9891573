import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { discountOf } from '#modules/orders/coupons/discount.ts'
import { placeOrder } from '#modules/orders/ordering/place-order.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { readPurchase } from '#modules/orders/refunds/purchase.ts'
import { DAY, fromNow, HOUR, now, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import '#src/app/events.ts'
import { coupon } from '#tests/cast/coupons.ts'
import { buy, order, pay, setUpBuyers } from '#tests/cast/orders.ts'
import { configure } from '#tests/support/configured.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'

const { context, lin } = setUpBuyers()
const desk = () => context.cast.ruo.client
const staff = () => context.cast.ruo.viewer
const PRICE = 9_900n

beforeEach(async () => {
  await context.db
    .updateTable('orders.order')
    .set({ state: 'closed', ended_at: now(), paid_at: null })
    .execute()
  await context.db
    .updateTable('orders.order')
    .set({ coupon_id: null } as never)
    .execute()
  await context.db.deleteFrom('orders.coupon').execute()
  await context.db.deleteFrom('platform.approval').execute()
  await context.db.updateTable('orders.term').set({ replaced_at: now() }).execute()
})
afterEach(() => setClock(null))

const single = { period: 'once', quantity: 1 } as const
const page = async (query: string) =>
  (await (await context.cast.lin.client.get(`/mgmt/confirm-order?${query}`)).text())
    .replaceAll('\u00a0', ' ')
    .replaceAll('<!-- -->', '')
const singleQuery = (typed: string) => `package=single_1&period=once&method=sandbox&coupon=${typed}`
const hannah = async () => (await findViewer(context.db, context.cast.hannah.viewer.id))!
const place = async (total: bigint, code = 'tenth', buyer = lin) =>
  placeOrder(
    context.db,
    await buyer(),
    { package: 'single_1', ...single, kind: 'single', method: 'sandbox', total, coupon: code },
    { limited: false },
  )
const couponRefusal = (why: string) =>
  expect.objectContaining({ code: 'INVALID_FIELD', words: `orders.coupon.problem.${why}` })
const tryCoupon = async (changes: Partial<Parameters<typeof discountOf>[2]> = {}, code = 'tenth') =>
  discountOf(context.db, code, {
    teamId: (await lin()).teamId,
    kind: 'single',
    package: 'single_1',
    currency: 'CNY',
    total: PRICE,
    ...changes,
  })

describe('a code typed at the order', () => {
  test('lowers the price on the page, in the order and in the payment', async () => {
    const id = await coupon(context.db, staff())
    const html = await page(singleQuery('tenth'))
    for (const words of ['Discount with code TENTH', 'CNY 9.90', 'CNY 89.10'])
      expect([words, html.includes(words)]).toEqual([words, true])
    const sent = { package: 'single_1', period: 'once', quantity: '1', method: 'sandbox', kind: 'single' }
    const placed = await context.cast.lin.client.post('/mgmt/confirm-order', {
      ...sent,
      coupon: 'TENTH',
      total: '8910',
      agreed: 'yes',
    })
    expect(placed.status).toBe(303)
    const row = await context.db
      .selectFrom('orders.order')
      .selectAll()
      .where('coupon_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([row.total, row.unit_price, row.lines.at(-1)]).toEqual([
      8_910n,
      PRICE,
      expect.objectContaining({ what: 'discount', coupon: 'TENTH', amount: '-990' }),
    ])
    expect((await pay(context.db, await lin(), row)).state).toBe('paid')
    const own = await (await context.cast.lin.client.get(`/mgmt/orders/${row.id}`)).text()
    expect(own).toContain('TENTH')
    const receipt = await context.cast.lin.client.get(`/mgmt/orders/${row.id}/receipt.pdf`)
    expect(receipt.status).toBe(200)
    const ofDesk = await (await desk().get(`/desk/coupons/${id}`)).text()
    expect(ofDesk).toContain(row.number)
  })

  test('that does not apply is reported at its field, with the full price', async () => {
    await coupon(context.db, staff())
    const html = await page(singleQuery('nonsense'))
    expect(fieldProblem(html, 'coupon')).toBe('This code does not exist')
    expect(html).toContain('CNY 99.00')
    const sent = { package: 'single_1', period: 'once', quantity: '1', method: 'sandbox', kind: 'single' }
    const late = await context.cast.lin.client.post('/mgmt/confirm-order', {
      ...sent,
      coupon: 'GONE',
      total: '8910',
      agreed: 'yes',
    })
    expect([late.status, fieldProblem(await late.text(), 'coupon')]).toEqual([
      422,
      'This code does not exist',
    ])
  })
})

describe('a code that is guessed', () => {
  countRequests(() => context.db)

  test('is not found by trying', async () => {
    await coupon(context.db, staff())
    const statuses = []
    for (let n = 0; n < 25; n++)
      statuses.push(
        (await context.cast.hannah.client.get(`/mgmt/confirm-order?${singleQuery(`try-${n}`)}`)).status,
      )
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
  })
})

describe('a code with conditions', () => {
  test.each<[string, Partial<Parameters<typeof coupon>[2]>, Partial<Parameters<typeof discountOf>[2]>]>([
    ['over', { until_at: fromNow(HOUR) }, {}],
    ['early', { from_at: fromNow(DAY) }, {}],
    ['upgrade', {}, { kind: 'upgrade', package: 'professional' }],
    ['package', { packages: ['basic'] }, {}],
    ['currency', { percent: null, amount: 500n, currency: 'USD' }, {}],
    ['small', { percent: null, amount: PRICE, currency: 'CNY' }, {}],
    ['small', { percent: 1 }, { total: 50n }],
  ])('is refused as %s', async (why, changes, wanted) => {
    await coupon(context.db, staff(), changes)
    setClock(() => new Date(Date.now() + 2 * HOUR))
    await expect(tryCoupon(wanted)).rejects.toEqual(couponRefusal(why))
  })

  test('with an amount deducts it once, in its currency', async () => {
    await coupon(context.db, staff(), { percent: null, amount: 5_000n, currency: 'CNY' })
    expect((await tryCoupon()).amount).toBe(5_000n)
  })

  test('for first orders is refused once the team has paid an order', async () => {
    await coupon(context.db, staff(), { first_only: true })
    expect((await tryCoupon()).amount).toBe(990n)
    await buy(context.db, await lin(), 'single_esign', { period: 'once' })
    await expect(tryCoupon()).rejects.toEqual(couponRefusal('first'))
  })
})

describe('the limit of a code', () => {
  test('holds for concurrent orders; an expired order returns its use', async () => {
    await coupon(context.db, staff(), { most_uses: 2 })
    // Orders of one team are locked one after the other in any case.
    const buyers = [lin, hannah, lin, hannah, hannah, lin]
    const all = await Promise.allSettled(buyers.map((buyer) => place(8_910n, 'tenth', buyer)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const failed = all.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(failed.reason).toEqual(couponRefusal('usedUp'))
    await context.db
      .updateTable('orders.order')
      .set({ pay_until: now() })
      .where('state', '=', 'pending')
      .execute()
    await overdueOrders.now(context.db, {})
    await expect(place(8_910n)).resolves.toBeTruthy()
  })

  test('for each team applies to all its members together', async () => {
    await coupon(context.db, staff(), { once_per_team: true })
    await place(8_910n)
    await expect(tryCoupon()).rejects.toEqual(couponRefusal('usedByTeam'))
    const { teamId } = await hannah()
    expect((await tryCoupon({ teamId })).amount).toBe(990n)
  })
})

test('the refund of an order with a code is a share of the paid amount', async () => {
  await coupon(context.db, staff())
  const id = await placeOrder(
    context.db,
    await lin(),
    {
      package: 'basic',
      period: 'yearly',
      quantity: 1,
      kind: 'plan',
      method: 'sandbox',
      total: 359_100n,
      coupon: 'TENTH',
    },
    { limited: false },
  )
  const rows = context.db.selectFrom('orders.order').selectAll().where('id', '=', id)
  const paid = await pay(context.db, await lin(), await rows.executeTakeFirstOrThrow())
  const purchase = await readPurchase(context.db, paid)
  expect(purchase.terms.map(({ value }) => value)).toEqual([359_100n])
  expect(purchase.worth).toBeLessThanOrEqual(359_100n)
  expect((await order(context.db, await lin(), 'professional', { period: 'yearly' })).total).toBeGreaterThan(
    0n,
  )
})

describe('at the desk', () => {
  const form = {
    code: 'spring-2027',
    by: 'percent',
    value: '20',
    for_basic: 'yes',
    until: '2099-01-01T00:00',
    oncePerTeam: 'yes',
    reason: 'Spring fair',
  }
  const create = (changes: Record<string, string> = {}) =>
    desk().post('/desk/coupons', { ...form, ...changes })
  const rows = () => context.db.selectFrom('orders.coupon').selectAll().execute()

  test('a code is created, displayed and ended, with entries in the staff log', async () => {
    const response = await create()
    const [row] = await rows()
    expect(response.headers.get('location')).toBe(`/desk/coupons/${row!.id}?done=created`)
    expect([row!.code, row!.percent, row!.packages, row!.once_per_team]).toEqual([
      'SPRING-2027',
      20,
      ['basic'],
      true,
    ])
    expect(await (await desk().get('/desk/coupons')).text()).toContain('SPRING-2027')
    const ended = await desk().post(`/desk/coupons/${row!.id}/end`, { endReason: 'Sold out' })
    expect(ended.status).toBe(303)
    const twice = await desk().post(`/desk/coupons/${row!.id}/end`, { endReason: 'Sold out' })
    expect(fieldProblem(await twice.text(), 'endReason')).toBe('This code has already ended')
    const log = await (await desk().get('/desk/log')).text()
    for (const words of ['Discount code created', 'Discount code ended', 'Spring fair'])
      expect([words, log.includes(words)]).toEqual([words, true])
  })

  test.each([
    [{ code: 'a b' }, 'code', 'Enter 4 to 32 letters, digits or hyphens'],
    [{ value: '100' }, 'value', 'Enter a whole number from 1 to 99'],
    [{ value: '1.5' }, 'value', 'Enter a whole number from 1 to 99'],
    [{ until: '' }, 'until', 'This field is required'],
    [{ until: '2020-01-01T00:00' }, 'until', 'This time is in the past'],
    [{ from: '2099-02-01T00:00' }, 'until', 'Must be after the start'],
    [{ mostUses: '0' }, 'mostUses', 'Enter a whole number from 1'],
    [{ reason: '' }, 'reason', 'This field is required'],
  ])('%o is refused at its field, and what was typed stays', async (changes, field, words) => {
    const answer = await create(changes as unknown as Record<string, string>)
    const html = await answer.text()
    expect([answer.status, fieldProblem(html, field)]).toEqual([422, words])
    expect(html).toContain('Spring fair'.slice(0, 'reason' in changes ? 0 : undefined))
    expect(await rows()).toEqual([])
  })

  test('an existing code is refused', async () => {
    await create()
    expect(fieldProblem(await (await create()).text(), 'code')).toBe('This code already exists')
  })

  test('a second member of staff must approve a new code', async () => {
    configure({ FOUR_EYES_FROM: '1000' })
    const response = await create()
    expect(response.headers.get('location')).toMatch(/^\/desk\/approvals\//)
    expect([config.fourEyesFrom !== null, await rows()]).toEqual([true, []])
  })
})
