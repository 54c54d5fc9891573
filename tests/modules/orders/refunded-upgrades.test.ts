import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { yearOfRevenue } from '#modules/orders/desk/revenue/year.ts'
import { packageQuota, spendUsage } from '#modules/orders/index.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { quote } from '#modules/orders/ordering/quote.ts'
import { monthlyUses } from '#modules/orders/plans/plan.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, order, pay, setUpBuyers } from '#tests/cast/orders.ts'
import { freshTeam } from '#tests/cast/teams.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const { context } = setUpBuyers()
afterEach(() => setClock(null))

let accountId: string
const viewer = async () => (await findViewer(context.db, accountId))!
const plan = async (code: string, period: 'monthly' | 'yearly' = 'monthly') =>
  buy(context.db, await viewer(), code, { period })
const desk = () => context.cast.ruo.client

/** Sets the clock, logs the agent in again, and lets the hourly job grant the uses of the month. */
async function at(moment: string) {
  setClock(() => new Date(`${moment}:00+08:00`))
  desk().cookies.set(SESSION_COOKIE, await beginSession(context.db, context.cast.ruo.viewer.id))
  await context.db
    .updateTable('platform.session')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  await monthlyUses.now(context.db, {})
}

beforeEach(async () => {
  setClock(() => new Date('2027-03-01T10:00:00+08:00'))
  accountId = (await freshTeam(context.db)).accountId
  await at('2027-03-01T10:00')
})

const money = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
const page = async ({ id }: Order) => (await desk().get(`/desk/orders/${id}/refund`)).text()
const refund = ({ id, total }: Order, changes: Record<string, string> = {}) =>
  desk().post(`/desk/orders/${id}/refund`, {
    amount: money(total),
    reason: 'Ordered by mistake',
    key: newId(),
    plan: 'ends',
    step: 'apply',
    ...changes,
  })

/** The plan with its end and seats, and the unused uses of each kind. */
async function planAndUses() {
  const { teamId } = await viewer()
  const team = await context.db
    .selectFrom('accounts.team')
    .select(['package', 'package_ends_at', 'seats'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  const uses = await usageSummary(context.db, { teamId })
  return { ...team, uses: uses.map(({ unused }) => unused) }
}

async function spend(quantity: number, kind: 'document_1' | 'esign' = 'document_1') {
  const { teamId, id: spentBy } = await viewer()
  const one = { teamId, kind, quantity, spentBy, key: newId() }
  await context.db.transaction().execute((trx) => spendUsage(trx, one))
}

const usesTakenBy = async ({ id }: Order) => {
  const refunds = context.db.selectFrom('orders.refund as refund').select('taken')
  const ofOrder = refunds.innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
  return (await ofOrder.where('order_id', '=', id).orderBy('refund.id', 'desc').executeTakeFirstOrThrow())
    .taken
}

const deferredIn = async (month: string) =>
  (await yearOfRevenue(context.db, context.cast.ruo.viewer, month.slice(0, 4), 6))[0]!.months.find(
    (one) => one.month === month,
  )!.deferred

describe('an upgrade that is refunded', () => {
  test('in its first month restores the lower plan with its end, seats, storage and uses', async () => {
    const basic = await plan('basic')
    await spend(3)
    const before = await planAndUses()
    const quota = await packageQuota(context.db, await viewer()).executeTakeFirst()
    await at('2027-03-11T10:00')
    const upgrade = await plan('professional')
    expect(upgrade.kind).toBe('upgrade')
    await spend(1)
    const html = await page(upgrade)
    expect([typedValue(html, 'amount'), html.includes('Monthly Basic until 2027-04-01')]).toEqual([
      money(upgrade.total),
      true,
    ])
    const { headers } = await refund(upgrade, { step: 'check' })
    const check = await (await desk().get(headers.get('location')!)).text()
    expect(check).toContain('The plan returns to Monthly Basic until 2027-04-01')
    expect((await refund(upgrade)).status).toBe(303)
    const [documents, ...others] = before.uses as [number, number, number]
    expect(await planAndUses()).toEqual({ ...before, uses: [documents - 1, ...others] })
    expect(await packageQuota(context.db, await viewer()).executeTakeFirst()).toEqual(quota)
    expect((await usesTakenBy(upgrade))!.plan).toEqual({
      package: 'professional',
      before: basic.valid_to!.toISOString(),
      until: basic.valid_to!.toISOString(),
      returnsTo: 'basic',
    })
  })

  test('in a later month restores the lower uses that were not used in that month', async () => {
    await plan('basic', 'yearly')
    await at('2027-03-11T10:00')
    const upgrade = await plan('professional', 'yearly')
    await at('2027-05-03T10:00')
    await spend(4)
    await spend(12, 'esign')
    expect((await refund(upgrade)).status).toBe(303)
    const { package: code, uses } = await planAndUses()
    const free = (await freshUses()).uses
    expect([code, uses]).toEqual(['basic', [free[0]! + 6, uses[1], free[2]!]])
    await monthlyUses.now(context.db, {})
    expect((await planAndUses()).uses).toEqual(uses)
    await at('2027-06-02T10:00')
    expect((await planAndUses()).uses[0]).toBe(10)
  })

  test('has a proposal: the value of the remaining days above the lower plan', async () => {
    await plan('basic')
    await at('2027-03-11T10:00')
    const upgrade = await plan('professional')
    await at('2027-03-21T10:00')
    const proposal = typedValue(await page(upgrade), 'amount')!
    const [own, lower] = await Promise.all([worthOf('professional'), worthOf('basic')])
    expect(proposal).toBe(money(own - lower))
    expect((await refund(upgrade, { amount: proposal })).status).toBe(303)
    expect((await planAndUses()).package).toBe('basic')
  })

  test('in part can leave the plan; in full it restores the lower one', async () => {
    await plan('basic')
    const upgrade = await plan('professional')
    expect((await refund(upgrade, { amount: '10.00', plan: 'stays' })).status).toBe(303)
    expect((await planAndUses()).package).toBe('professional')
    const rest = { amount: money(upgrade.total - 1_000n) }
    const stays = await refund(upgrade, { ...rest, plan: 'stays' })
    expect([stays.status, fieldProblem(await stays.text(), 'plan')]).toEqual([
      422,
      'A full refund revokes everything that is left',
    ])
    expect((await refund(upgrade, rest)).status).toBe(303)
    expect((await planAndUses()).package).toBe('basic')
  })

  test('defers the revenue of the lower plan afterwards as if there had been no upgrade, and before as it was', async () => {
    // The team has no other plan in that year.
    await at('2029-03-01T10:00')
    const basic = await plan('basic', 'yearly')
    const before = await deferredIn('2029-03')
    await at('2029-04-11T10:00')
    const upgrade = await plan('professional', 'yearly')
    await at('2029-05-02T10:00')
    const upgraded = await deferredIn('2029-04')
    await at('2029-05-03T10:00')
    expect((await refund(upgrade)).status).toBe(303)
    expect([await deferredIn('2029-03'), await deferredIn('2029-04')]).toEqual([before, upgraded])
    const daysToCome = 365n - 92n
    expect(await deferredIn('2029-05')).toBe(basic.total - (basic.total * (365n - daysToCome)) / 365n)
  })

  test('of two upgrades returns step by step, then the first order can be refunded too', async () => {
    const basic = await plan('basic')
    const renewal = await plan('basic')
    const first = await plan('professional')
    const second = await plan('enterprise')
    expect(await page(first)).toContain('None: the period has ended, or a later order has replaced it.')
    for (const [one, code] of [
      [second, 'professional'],
      [first, 'basic'],
    ] as const) {
      expect((await refund(one)).status).toBe(303)
      expect(await planAndUses()).toMatchObject({ package: code, package_ends_at: renewal.valid_to })
    }
    expect(typedValue(await page(renewal), 'amount')).toBe(money(renewal.total))
    expect((await refund(renewal)).status).toBe(303)
    expect((await planAndUses()).package_ends_at).toEqual(basic.valid_to)
    expect((await refund(basic)).status).toBe(303)
    expect((await planAndUses()).package_ends_at).toEqual(now())
  })

  test('can be ordered again for the same price', async () => {
    await plan('basic')
    const first = await plan('professional')
    await refund(first)
    const again = await plan('professional')
    expect([again.kind, again.total]).toEqual([first.kind, first.total])
    await refund(again)
    expect((await quote(context.db, await viewer(), WANTED)).kind).toBe('renewal')
  })

  test('ends the plan if the lower plan was refunded in full since', async () => {
    const basic = await plan('basic')
    const upgrade = await plan('professional')
    expect((await refund(basic, { plan: 'stays' })).status).toBe(303)
    expect(await page(upgrade)).not.toContain('Monthly Basic until')
    expect((await refund(upgrade)).status).toBe(303)
    expect((await planAndUses()).package_ends_at).toEqual(now())
  })

  test('invalidates a higher upgrade that was ordered before', async () => {
    await plan('basic')
    const upgrade = await plan('professional')
    const higher = await order(context.db, await viewer(), 'enterprise')
    await at('2027-03-01T11:00')
    await refund(upgrade)
    await pay(context.db, await viewer(), higher)
    const payments = context.db
      .selectFrom('orders.payment')
      .select('problem')
      .where('order_id', '=', higher.id)
    expect(await payments.execute()).toEqual([{ problem: 'plan' }])
    expect((await planAndUses()).package).toBe('basic')
  })

  test('twice at once restores the lower plan once', async () => {
    await plan('basic')
    const upgrade = await plan('professional')
    const answers = await Promise.all([refund(upgrade), refund(upgrade), refund(upgrade)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422])
    const live = context.db.selectFrom('orders.term').selectAll().where('replaced_at', 'is', null)
    expect((await live.where('team_id', '=', (await viewer()).teamId).execute()).length).toBe(1)
  })

  test('informs its buyer of the package to which the team returns', async () => {
    await plan('basic')
    const upgrade = await plan('professional')
    const { email } = await context.db
      .updateTable('accounts.account')
      .set({ email: `buyer-${newId()}@lotus.example` })
      .where('id', '=', accountId)
      .returning('email')
      .executeTakeFirstOrThrow()
    await refund(upgrade)
    const mails = await mailsTo(context.db, email!)
    expect(mails.map(({ text }) => text).join()).toContain('returns to Monthly Basic until 2027-04-01')
    const note = await context.db
      .selectFrom('orders.refund')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const paper = await desk().get(`/desk/orders/${upgrade.id}/refunds/${note.id}/credit-note.pdf`)
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })
})

const WANTED = { package: 'basic', period: 'monthly', quantity: 1, currency: 'CNY' } as const

/** The uses of a team without orders. */
async function freshUses() {
  const { teamId } = await freshTeam(context.db)
  return { uses: (await usageSummary(context.db, { teamId })).map(({ unused }) => unused) }
}

/** The value of the remaining days of the team's last term of a package. */
async function worthOf(code: 'basic' | 'professional'): Promise<bigint> {
  const { teamId } = await viewer()
  const { value, from_at, to_at } = await context.db
    .selectFrom('orders.term')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('package', '=', code)
    .executeTakeFirstOrThrow()
  const DAY = 24 * 3_600_000
  const days = (from: Date) => BigInt(Math.round((to_at.getTime() - from.getTime()) / DAY))
  return value - (value * (days(from_at) - days(now()))) / days(from_at)
}
