import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOverTeam } from '#modules/accounts/desk/desk-correction.ts'
import { eraseAccount } from '#modules/accounts/erasure.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { planEndings } from '#modules/orders/notifications/plan-endings.ts'
import { requirePaid } from '#modules/orders/ordering/order.ts'
import { chargeRenewal } from '#modules/orders/renewal/charge.ts'
import { findMandate } from '#modules/orders/renewal/mandate.ts'
import { switchOff } from '#modules/orders/renewal/switching.ts'
import { DAY, HOUR, now, setClock, shanghaiDay } from '#src/core/clock.ts'
import { decimal } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, order, pay } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { agree, begin, runRenewals } from '#tests/cast/renewals.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let people = 700

beforeAll(async () => {
  db = await testDatabase()
})

/** A month of Monthly Basic from the first of March to the first of April. */
const at = (time: string, year = 2027) => setClock(() => new Date(`${year}-${time}:00+08:00`))

beforeEach(async () => {
  await sql`update accounts.account set username = username || ${people}, email = ${people} || email`.execute(
    db,
  )
  people += 1
  await sql`update orders.mandate set state = 'ended', ended_at = now(), ended_why = 'customer'
    where state <> 'ended'`.execute(db)
  await db.deleteFrom('platform.mail').execute()
  cast = await openCast(db, 0)
  at('03-01T10:00')
  await buy(db, await lin(), 'basic')
})
afterEach(async () => {
  await workWaitingJobs(db, { forgiving: true })
  setClock(null)
})

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const ordersOf = async () =>
  db
    .selectFrom('orders.order')
    .selectAll()
    .where('team_id', '=', cast.lin.viewer.teamId)
    .where('mandate_id', 'is not', null)
    .orderBy('id')
    .execute()
const states = async () => (await ordersOf()).map(({ state }) => state)
const renewals = async () =>
  (
    await db
      .selectFrom('orders.renewal')
      .select(['state', 'tries', 'failure'])
      .where('team_id', '=', cast.lin.viewer.teamId)
      .orderBy('id')
      .execute()
  ).map(({ state, tries, failure }) => [state, tries, failure])
const planEnd = async () => {
  const { package_ends_at } = await db
    .selectFrom('accounts.team')
    .select('package_ends_at')
    .where('id', '=', cast.lin.viewer.teamId)
    .executeTakeFirstOrThrow()
  return shanghaiDay(package_ends_at!)
}
const news = async () =>
  (
    await db
      .selectFrom('messaging.message')
      .select('kind')
      .where('account_id', '=', cast.lin.viewer.id)
      .where(sql<boolean>`kind like 'renewal%'`)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const mails = async () => mailsTo(db, cast.lin.viewer.email!)
const mandate = async (id: string) => (await findMandate(db, id))!
/** Prices stay, so each test that sets a price uses another year. */
const setPrice = (amount: bigint, from: string) =>
  db
    .insertInto('orders.price')
    .values({
      id: crypto.randomUUID(),
      package: 'basic',
      period: 'monthly',
      currency: 'CNY',
      amount,
      from_at: new Date(`${from}:00+08:00`),
      set_by: null,
    })
    .execute()

describe('a plan that is renewed automatically', () => {
  test('is announced, charged five whole days later, and continues', async () => {
    const { id } = await agree(db, await lin())
    expect(await mandate(id)).toMatchObject({ state: 'active', price_limit: 39_900n, package: 'basic' })
    at('03-21T10:00')
    await runRenewals(db)
    expect(await news()).toEqual(['renewalOn'])
    at('03-22T11:00')
    await runRenewals(db)
    await runRenewals(db)
    expect(await news()).toEqual(['renewalOn', 'renewalDue'])
    const [mail] = await mails()
    expect(mail!.subject).toBe('Upcoming automatic renewal: Basic, monthly')
    for (const words of ['CNY\u00a0399.00', '2027-03-29', '2027-04-01', '/mgmt/acct-info/renewal'])
      expect(mail!.text).toContain(words)
    at('03-29T09:59')
    await runRenewals(db)
    expect(await states()).toEqual([])
    at('03-29T11:00')
    await runRenewals(db)
    await runRenewals(db)
    expect([await states(), await renewals(), await planEnd()]).toEqual([
      ['paid'],
      [['paid', 0, null]],
      '2027-05-01',
    ])
    const [placed] = await ordersOf()
    expect(placed).toMatchObject({ kind: 'renewal', method: 'sandbox', total: 39_900n, mandate_id: id })
    const receipt = (await mails()).find(({ subject }) => subject.includes(placed!.number))
    expect(receipt!.text).toContain('This is the automatic renewal that you agreed to.')
    // The next month is renewed in the same way.
    at('04-28T11:00')
    await runRenewals(db)
    expect(await states()).toEqual(['paid'])
    at('04-21T11:00')
    await runRenewals(db)
    at('04-28T11:00')
    await runRenewals(db)
    expect([await states(), await planEnd()]).toEqual([['paid', 'paid'], '2027-06-01'])
  })

  test('is not announced as ending, unless its charge fails', async () => {
    await agree(db, await lin())
    at('03-22T11:00')
    await runRenewals(db)
    at('03-27T11:00')
    await planEndings.now(db, {})
    const kinds = db
      .selectFrom('messaging.message')
      .select('kind')
      .where('account_id', '=', cast.lin.viewer.id)
      .where(sql<boolean>`kind like 'planEnds%'`)
    expect(await kinds.execute()).toEqual([])
    await switchOff(db, await lin())
    await planEndings.now(db, {})
    expect((await kinds.execute()).length).toBe(1)
  })

  test('with a late notice is charged five whole days after it, and never after its end', async () => {
    await agree(db, await lin())
    at('03-25T23:00')
    await runRenewals(db)
    at('03-30T23:59')
    await runRenewals(db)
    expect(await states()).toEqual([])
    at('03-31T00:01')
    await runRenewals(db)
    expect(await states()).toEqual(['paid'])
  })

  test('without a notice in time is not charged, and ends', async () => {
    const { id } = await agree(db, await lin())
    at('03-27T11:00')
    await runRenewals(db)
    at('03-31T23:00')
    await runRenewals(db)
    at('04-01T11:00')
    await runRenewals(db)
    expect([await states(), await renewals(), (await mandate(id)).ended_why]).toEqual([[], [], 'planEnded'])
  })

  test('requests the invoice that the team wants', async () => {
    await db
      .insertInto('orders.invoice_title')
      .values({
        team_id: cast.lin.viewer.teamId,
        kind: 'ordinary',
        title_kind: 'company',
        title: 'Lotus Trading',
        tax_number: '91310000MA1FL0A123',
        address: '',
        phone: '',
        bank: '',
        bank_account: '',
        email: 'books@lotus.example',
        set_at: now(),
      })
      .onConflict((oc) => oc.doNothing())
      .execute()
    await agree(db, await lin(), { invoice: true })
    at('03-22T11:00')
    await runRenewals(db)
    at('03-29T11:00')
    await runRenewals(db)
    const [placed] = await ordersOf()
    const invoices = db.selectFrom('orders.invoice').select('title').where('order_id', '=', placed!.id)
    expect(await invoices.execute()).toEqual([{ title: 'Lotus Trading' }])
  })
})

describe('nothing is charged', () => {
  const notice = async () => {
    const { id } = await agree(db, await lin())
    at('03-22T11:00')
    await runRenewals(db)
    at('03-29T11:00')
    return id
  }

  test('after renewal was switched off, even at the last moment', async () => {
    const id = await notice()
    expect(await switchOff(db, await lin())).toBe(true)
    expect(await switchOff(db, await lin())).toBe(false)
    await runRenewals(db)
    expect([await states(), await renewals()]).toEqual([[], [['cancelled', 0, null]]])
    const ended = await mandate(id)
    expect([ended.ended_why, ended.released_at !== null]).toEqual(['customer', true])
    expect((await news()).at(-1)).toBe('renewalEnded')
  })

  test('if the customer has renewed', async () => {
    await notice()
    await buy(db, await lin(), 'basic')
    await runRenewals(db)
    expect([await states(), await renewals(), await planEnd()]).toEqual([
      [],
      [['needless', 0, null]],
      '2027-05-01',
    ])
  })

  test('if the customer has upgraded: they agreed to another package', async () => {
    const id = await notice()
    await buy(db, await lin(), 'professional')
    await runRenewals(db)
    expect([await states(), (await mandate(id)).ended_why]).toEqual([[], 'planChanged'])
  })

  test('while an order of the customer can be paid; afterwards it is charged', async () => {
    await notice()
    const own = await order(db, await lin(), 'basic', { method: 'sandbox' })
    await runRenewals(db)
    expect(await states()).toEqual([])
    await db
      .updateTable('orders.order')
      .set({ state: 'closed', ended_at: now() })
      .where('id', '=', own.id)
      .execute()
    await runRenewals(db)
    expect(await states()).toEqual(['paid'])
  })

  test('while a transfer of the customer may still arrive', async () => {
    await notice()
    const own = await order(db, await lin(), 'basic', { method: 'bank' })
    await db
      .updateTable('orders.order')
      .set({ state: 'expired', ended_at: now() })
      .where('id', '=', own.id)
      .execute()
    await runRenewals(db)
    expect(await states()).toEqual([])
  })

  test('above the agreed price: the team is asked to order itself', async () => {
    at('03-01T10:00', 2028)
    await buy(db, await lin(), 'basic')
    const { id, price_limit } = await agree(db, await lin())
    await setPrice(price_limit + 100n, '2028-03-28T00:00')
    at('03-22T11:00', 2028)
    await runRenewals(db)
    expect([await renewals(), (await mandate(id)).ended_why]).toEqual([[], 'price'])
    expect((await mails())[0]!.text).toContain('above the one you agreed to')
  })

  test('above the price in the notice, which states what has changed', async () => {
    at('03-01T10:00', 2029)
    await buy(db, await lin(), 'basic')
    const { id, price_limit } = await agree(db, await lin())
    await setPrice(29_900n, '2029-03-10T00:00')
    at('03-22T11:00', 2029)
    await runRenewals(db)
    const [mail] = await mails()
    const words = mail!.text.replaceAll('\u00a0', ' ')
    expect(words).toContain(`you agreed to CNY ${decimal(price_limit)}, this renewal costs CNY 299.00`)
    await setPrice(price_limit, '2029-03-29T00:00')
    at('03-29T11:00', 2029)
    await runRenewals(db)
    expect([await states(), (await mandate(id)).ended_why]).toEqual([[], 'price'])
  })

  test('after the administrator has changed', async () => {
    const id = await notice()
    const lead = (await findViewer(db, cast.ruo.viewer.id))!
    await handOverTeam(db, lead, cast.zhou.viewer.id, 'Left the company')
    expect((await mandate(id)).ended_why).toBe('person')
    const own = await agree(db, (await findViewer(db, cast.zhou.viewer.id))!).catch((error) => error.code)
    // Three days before the end it is too late for the notice.
    expect(own).toBe('ORDER_STATUS_WRONG')
  })

  test('after the account was erased', async () => {
    await db
      .updateTable('accounts.account')
      .set({ team_id: cast.hannah.viewer.teamId })
      .where('id', '=', cast.zhou.viewer.id)
      .execute()
    const id = await notice()
    await eraseAccount(db, (await findViewer(db, cast.ruo.viewer.id))!, cast.lin.viewer.id, 'Asked')
    await runRenewals(db)
    const ended = await mandate(id)
    expect([ended.ended_why, ended.released_at !== null, await states()]).toEqual(['person', true, []])
  })
})

describe('a charge that fails', () => {
  test('is repeated on three days, each with a notice, and then renewal ends', async () => {
    const { id } = await agree(db, await lin(), { isEmpty: true })
    at('03-22T11:00')
    await runRenewals(db)
    for (const day of ['03-29T11:00', '03-29T13:00', '03-30T12:00', '03-31T13:00', '03-31T15:00']) {
      at(day)
      await runRenewals(db)
    }
    expect([await states(), await renewals()]).toEqual([
      ['closed', 'closed', 'closed'],
      [['failed', 3, 'money']],
    ])
    expect((await mandate(id)).ended_why).toBe('unpaid')
    expect(await news()).toEqual([
      'renewalOn',
      'renewalDue',
      'renewalFailed',
      'renewalFailed',
      'renewalEnded',
    ])
    expect(await planEnd()).toBe('2027-04-01')
    await expect(requirePaid(db, await lin())).resolves.toBeUndefined()
  })

  test('and succeeds later is paid once', async () => {
    const { id } = await agree(db, await lin(), { isEmpty: true })
    at('03-22T11:00')
    await runRenewals(db)
    at('03-29T11:00')
    await runRenewals(db)
    await db.updateTable('orders.sandbox_agreement').set({ state: 'active' }).execute()
    at('03-30T12:00')
    await Promise.all([runRenewals(db), runRenewals(db)])
    expect([await states(), await renewals()]).toEqual([['closed', 'paid'], [['paid', 1, null]]])
    expect((await mandate(id)).state).toBe('active')
  })
})

test('twice at once pays one order', async () => {
  await agree(db, await lin())
  at('03-22T11:00')
  await runRenewals(db)
  at('03-29T11:00')
  const { id } = await db
    .selectFrom('orders.renewal')
    .select('id')
    .where('team_id', '=', cast.lin.viewer.teamId)
    .executeTakeFirstOrThrow()
  await Promise.allSettled(Array.from({ length: 4 }, () => chargeRenewal.now(db, { renewalId: id })))
  await chargeRenewal.now(db, { renewalId: id })
  const paid = await db
    .selectFrom('orders.sandbox_payment')
    .innerJoin('orders.order as order', 'number', 'order_number')
    .select('number')
    .where('mandate_id', 'is not', null)
    .where('team_id', '=', cast.lin.viewer.teamId)
    .execute()
  expect([await states(), paid.length, await planEnd()]).toEqual([['paid'], 1, '2027-05-01'])
})

describe('switching on', () => {
  test('is possible for the administrator, in time, once, at the price shown', async () => {
    await expect(begin(db, (await findViewer(db, cast.zhou.viewer.id))!)).rejects.toMatchObject({
      code: 'SUB_ACCOUNT_CANNOT_ORDER',
    })
    const first = await begin(db, await lin())
    const { id } = await agree(db, await lin())
    expect((await mandate(first.id)).ended_why).toBe('replaced')
    await expect(begin(db, await lin())).rejects.toMatchObject({ code: 'ORDER_STATUS_WRONG' })
    await switchOff(db, await lin())
    expect((await mandate(id)).state).toBe('ended')
    at('03-25T10:00')
    await expect(begin(db, await lin())).rejects.toMatchObject({ code: 'ORDER_STATUS_WRONG' })
  })

  test('is abandoned after a day if it is not completed', async () => {
    const { id } = await begin(db, await lin())
    setClock(() => new Date(new Date('2027-03-01T10:00:00+08:00').getTime() + DAY + HOUR))
    await runRenewals(db)
    expect((await mandate(id)).ended_why).toBe('notCompleted')
    expect(await news()).toEqual([])
  })

  test('does not affect the payment of a single purchase', async () => {
    const own = await order(db, await lin(), 'single_1', { period: 'once' })
    expect((await pay(db, await lin(), own)).state).toBe('paid')
  })
})
