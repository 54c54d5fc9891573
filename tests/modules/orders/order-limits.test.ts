import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { MAX_PENDING, MAX_PER_HOUR } from '#modules/orders/ordering/order-limits.ts'
import { HOUR, setClock } from '#src/core/clock.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { order, setUpBuyers } from '#tests/cast/orders.ts'

const { context, lin } = setUpBuyers()
const CONFIRM = '/mgmt/confirm-order'
/** The middle of the current hour, at which the sessions of the cast are valid. */
const HALF_PAST = new Date((Math.floor(Date.now() / HOUR) + 0.5) * HOUR)

beforeEach(async () => {
  setClock(() => HALF_PAST)
  await context.db.deleteFrom('orders.order').execute()
  await context.db.deleteFrom('platform.mail').execute()
  await context.db.deleteFrom('messaging.message').execute()
})
afterEach(() => setClock(null))

const orderFields = { package: 'single_1', period: 'once', quantity: '1', kind: 'single', method: 'bank' }
const place = (who: 'lin' | 'zhou') =>
  context.cast[who].client.post(`${CONFIRM}?locale=en_US`, { ...orderFields, total: '9900', agreed: 'yes' })
const countOrders = async () => (await context.db.selectFrom('orders.order').select('id').execute()).length
const subjects = async (who: 'lin' | 'zhou') =>
  (await mailsTo(context.db, context.cast[who].viewer.email!)).map(({ subject }) => subject)
const countMessages = async (who: 'lin' | 'zhou') =>
  (
    await context.db
      .selectFrom('messaging.message')
      .select('id')
      .where('account_id', '=', context.cast[who].viewer.id)
      .where('kind', '=', 'orderPlaced')
      .execute()
  ).length
const zhou = async () => (await findViewer(context.db, context.cast.zhou.viewer.id))!
const bankOrder = async (who: 'lin' | 'zhou') =>
  order(context.db, who === 'lin' ? await lin() : await zhou(), 'single_1', {
    method: 'bank',
    period: 'once',
  })
const endAll = () =>
  context.db.updateTable('orders.order').set({ state: 'expired', ended_at: HALF_PAST }).execute()

describe('orders of one account', () => {
  test('placed fifty times simultaneously by a member without permissions stay within the limit, and cause one mail to the member and one to the owner', async () => {
    await context.db
      .updateTable('accounts.account')
      .set({ grants: [] })
      .where('id', '=', context.cast.zhou.viewer.id)
      .execute()
    const responses = await Promise.all(Array.from({ length: 50 }, () => place('zhou')))
    const statuses = responses.map(({ status }) => status)
    expect([303, 409].map((one) => statuses.filter((status) => status === one).length)).toEqual([
      MAX_PENDING.account,
      50 - MAX_PENDING.account,
    ])
    expect(await countOrders()).toBe(MAX_PENDING.account)
    for (const who of ['lin', 'zhou'] as const)
      expect([(await subjects(who)).length, await countMessages(who)]).toEqual([1, MAX_PENDING.account])
  })

  test('are refused above the limit until an order ends; the form says so and links to the pending orders', async () => {
    for (let n = 0; n < MAX_PENDING.account; n++) await bankOrder('lin')
    const refused = await place('lin')
    const html = (await refused.text()).replaceAll('<!-- -->', '')
    expect(refused.status).toBe(409)
    expect(html).toMatch(/role="alert"[^>]*>You have 10 unpaid orders/)
    expect(html).toContain('href="/mgmt/order-record"')
    const first = context.db.selectFrom('orders.order').select('id').limit(1)
    await context.db.updateTable('orders.order').set({ state: 'closed' }).where('id', '=', first).execute()
    expect((await place('lin')).status).toBe(303)
  })

  test('are also limited by the hour, whatever their result', async () => {
    for (let n = 0; n < MAX_PER_HOUR.account; n++) {
      await bankOrder('lin')
      await endAll()
    }
    const refused = await place('lin')
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('Try again in 60 minutes'),
    ])
    setClock(() => new Date(HALF_PAST.getTime() + HOUR + 1000))
    expect((await place('lin')).status).toBe(303)
  })
})

test('the orders of a team have a common limit, for pending orders and for orders within an hour', async () => {
  const placed = await bankOrder('lin')
  const {
    refunded: _,
    request_id: _request,
    offer: _offer,
    coupon_id: _coupon,
    mandate_id: _mandate,
    ...copiedColumns
  } = placed
  const copies = (count: number, state: 'pending' | 'expired') =>
    Array.from({ length: count }, (_, n) => ({
      ...copiedColumns,
      id: crypto.randomUUID(),
      number: `QO${state}${n}`,
      account_id: context.cast.hannah.viewer.id,
      contents: JSON.stringify(copiedColumns.contents),
      lines: JSON.stringify(copiedColumns.lines),
      state,
    }))
  await context.db
    .insertInto('orders.order')
    .values(copies(MAX_PENDING.team - 1, 'pending'))
    .execute()
  const overPendingLimit = await place('zhou')
  expect([overPendingLimit.status, await overPendingLimit.text()]).toEqual([
    409,
    expect.stringContaining('Your team has 30 unpaid orders'),
  ])
  await endAll()
  await context.db
    .insertInto('orders.order')
    .values(copies(MAX_PER_HOUR.team - MAX_PENDING.team, 'expired'))
    .execute()
  const overHourlyLimit = await place('zhou')
  expect([overHourlyLimit.status, await overHourlyLimit.text()]).toEqual([
    429,
    expect.stringContaining('Your team has placed 60 orders within an hour'),
  ])
})

test('an order submitted twice is the same order, even at the limit', async () => {
  const key = crypto.randomUUID()
  const send = () =>
    context.cast.lin.client.post(CONFIRM, { ...orderFields, total: '9900', agreed: 'yes', key })
  const first = await send()
  for (let n = 1; n < MAX_PENDING.account; n++) await bankOrder('lin')
  expect((await send()).headers.get('location')).toBe(first.headers.get('location'))
})

test('within an hour, an account gets a mail only about its own first order and the first order of its colleagues', async () => {
  const own = await bankOrder('lin')
  const first = await bankOrder('zhou')
  await bankOrder('zhou')
  await bankOrder('lin')
  const subjectOf = ({ number }: { number: string }) => `Order ${number}: how to pay`
  expect([await subjects('lin'), await subjects('zhou')]).toEqual([
    [subjectOf(first), subjectOf(own)],
    [subjectOf(first)],
  ])
  expect([await countMessages('lin'), await countMessages('zhou')]).toEqual([4, 2])
  setClock(() => new Date(HALF_PAST.getTime() + HOUR / 2))
  const next = await bankOrder('zhou')
  expect((await subjects('lin'))[0]).toBe(subjectOf(next))
})
