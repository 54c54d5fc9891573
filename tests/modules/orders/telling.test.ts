import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTeam } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { planEndings } from '#modules/orders/notifications/plan-endings.ts'
import { closeOrder } from '#modules/orders/ordering/order.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { DAY, HOUR, now, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { reverseTransfer } from '#modules/orders/desk/bank/reverse-transfer.ts'
import { newId } from '#src/core/ids.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, order, pay } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
})

let people = 300

beforeEach(async () => {
  await sql`update accounts.account set username = username || ${people}, email = ${people} || email`.execute(
    db,
  )
  people += 1
  await db.deleteFrom('platform.mail').execute()
  cast = await openCast(db, 0)
})
afterEach(() => setClock(null))

const viewer = async (name: 'lin' | 'zhou') => (await findViewer(db, cast[name].viewer.id))!
const moveClock = (ms: number) => setClock(() => new Date(Date.now() + ms))
const subjects = async (name: 'lin' | 'zhou') =>
  (await mailsTo(db, cast[name].viewer.email!)).map(({ subject }) => subject)
const news = async (name: 'lin' | 'zhou') =>
  (
    await db
      .selectFrom('messaging.message')
      .select('kind')
      .where('account_id', '=', cast[name].viewer.id)
      .orderBy('id', 'desc')
      .execute()
  ).map(({ kind }) => kind)

describe('about an order', () => {
  test('placed by bank transfer, its buyer gets the account, the number for the remark, and the deadline', async () => {
    const placed = await order(db, await viewer('lin'), 'basic', { method: 'bank' })
    const [mail] = await mailsTo(db, cast.lin.viewer.email!)
    for (const words of [placed.number, '0000 0000 0000 0000 000', '示例银行', '399'])
      expect(mail!.text).toContain(words)
    expect(mail!.text).toContain(`/mgmt/orders/${placed.id}/payment`)
    expect(await news('lin')).toEqual(['orderPlaced'])
  })

  test('paid at a gateway, the buyer is notified only after the payment, with the goods and their end', async () => {
    setClock(() => new Date('2027-03-01T10:00:00+08:00'))
    const placed = await order(db, await viewer('lin'), 'basic')
    expect([await subjects('lin'), await news('lin')]).toEqual([[], []])
    await pay(db, await viewer('lin'), placed)
    const [mail] = await mailsTo(db, cast.lin.viewer.email!)
    expect(mail!.subject).toBe(`Order ${placed.number} is paid`)
    expect(mail!.text).toContain('Valid from 2027-03-01 until 2027-04-01')
    expect((await news('lin')).filter((kind) => kind === 'orderPaid')).toHaveLength(1)
  })

  test('closed or expired, each is notified once', async () => {
    const closed = await order(db, await viewer('lin'), 'basic', { method: 'bank' })
    await closeOrder(db, await viewer('lin'), closed.id)
    const unpaid = await order(db, await viewer('lin'), 'single_1', { period: 'once' })
    moveClock(3 * HOUR)
    await overdueOrders.now(db, {})
    await overdueOrders.now(db, {})
    expect((await subjects('lin')).slice(0, 2)).toEqual([
      `Order ${unpaid.number} has expired`,
      `Order ${closed.number} is closed`,
    ])
    expect(await news('lin')).toEqual(['orderExpired', 'orderClosed', 'orderPlaced'])
  })

  test('expired before a transfer has arrived, the buyer is told not to order again', async () => {
    const placed = await order(db, await viewer('lin'), 'single_1', { method: 'bank', period: 'once' })
    moveClock(4 * DAY)
    await overdueOrders.now(db, {})
    const [mail] = await mailsTo(db, cast.lin.viewer.email!)
    expect(mail!.subject).toBe(`Order ${placed.number} has expired`)
    expect(mail!.text).toContain('If you have transferred the money, do not order again')
    expect(mail!.text).not.toContain('was not paid')
  })

  test('with a transfer confirmed by mistake, the buyer is told once what is revoked, and how to pay or order again', async () => {
    for (const [late, words, missing] of [
      [0, '0000 0000 0000 0000 000', 'order again'],
      [4 * DAY, 'order again', '0000 0000 0000 0000 000'],
    ] as const) {
      const placed = await order(db, await viewer('lin'), 'single_1', { method: 'bank', period: 'once' })
      const paid = { method: 'bank', reference: newId(), currency: 'CNY', amount: placed.total } as const
      const moment = new Date(now().getTime() + late)
      setClock(() => moment)
      await settle(db, placed.id, { ...paid, at: placed.created_at })
      await reverseTransfer(db, cast.ruo.viewer, placed.id, 'Booked to the wrong order')
      const again = reverseTransfer(db, cast.ruo.viewer, placed.id, 'Twice')
      await expect(again).rejects.toThrow('ORDER_STATUS_WRONG')
      const [mail, ...others] = await mailsTo(db, cast.lin.viewer.email!)
      expect(mail!.subject).toBe(`Order ${placed.number}: its payment was confirmed by mistake`)
      expect([mail!.text.includes(words), mail!.text.includes(missing)]).toEqual([true, false])
      expect(mail!.text).toContain('What it granted is revoked')
      const aboutOrder = others.filter(({ subject }) => subject.includes(placed.number))
      expect(aboutOrder.filter(({ subject }) => subject.includes('mistake'))).toEqual([])
      expect((await news('lin'))[0]).toBe('orderReversed')
    }
    expect(await news('zhou')).toEqual([])
  })

  test('with a payment that does not fit, the buyer is told of the problem, and of no payment', async () => {
    const placed = await order(db, await viewer('lin'), 'basic')
    const paid = {
      method: 'sandbox',
      reference: 'short',
      currency: 'CNY',
      amount: 39_899n,
      at: now(),
    } as const
    expect(await settle(db, placed.id, paid)).toBe('amount')
    await settle(db, placed.id, paid)
    const mails = await mailsTo(db, cast.lin.viewer.email!)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Its amount does not match the order.')
    expect(await news('lin')).toEqual(['paymentUnsettled'])
  })

  test('placed by a member, the administrator is notified too; a member who left the team is not', async () => {
    await buy(db, await viewer('zhou'), 'single_1', { period: 'once' })
    expect([await news('zhou'), await news('lin')]).toEqual([['orderPaid'], ['orderPaid']])
    const second = await order(db, await viewer('zhou'), 'single_1', { period: 'once' })
    const team_id = await createTeam(db, 'Own')
    await db
      .updateTable('accounts.account')
      .set({ team_id, role: 'admin' })
      .where('id', '=', cast.zhou.viewer.id)
      .execute()
    moveClock(3 * HOUR)
    await overdueOrders.now(db, {})
    expect([second.state, await news('zhou'), await news('lin')]).toEqual([
      'pending',
      ['orderPaid'],
      ['orderExpired', 'orderPaid'],
    ])
  })
})

describe('about the end of a plan', () => {
  const kinds = async () => (await news('lin')).filter((kind) => kind.startsWith('plan'))

  test('a team is notified a week and a day before, and when it has ended, each once', async () => {
    setClock(() => new Date('2027-03-01T10:00:00+08:00'))
    await buy(db, await viewer('lin'), 'basic')
    for (const [day, count] of [
      ['2027-03-24T10:00:00+08:00', 0],
      ['2027-03-25T11:00:00+08:00', 1],
      ['2027-03-31T11:00:00+08:00', 2],
      ['2027-04-01T11:00:00+08:00', 3],
      ['2027-05-01T11:00:00+08:00', 3],
    ] as const) {
      setClock(() => new Date(day))
      await planEndings.now(db, {})
      await planEndings.now(db, {})
      expect([day, (await kinds()).length]).toEqual([day, count])
    }
    expect(await kinds()).toEqual(['planEnded', 'planEndsSoon', 'planEnds'])
    expect((await subjects('lin')).slice(0, 3)).toEqual([
      'Monthly Basic has ended',
      'Monthly Basic ends within a day, on 2027-04-01',
      'Monthly Basic ends on 2027-04-01',
    ])
    expect(await news('zhou')).toEqual([])
  })

  test('a team that has renewed is notified of the later end only', async () => {
    setClock(() => new Date('2027-03-01T10:00:00+08:00'))
    await buy(db, await viewer('lin'), 'basic')
    await buy(db, await viewer('lin'), 'basic')
    setClock(() => new Date('2027-03-31T11:00:00+08:00'))
    await planEndings.now(db, {})
    expect(await kinds()).toEqual([])
    setClock(() => new Date('2027-04-30T11:00:00+08:00'))
    await planEndings.now(db, {})
    expect(await kinds()).toEqual(['planEndsSoon'])
  })
})
