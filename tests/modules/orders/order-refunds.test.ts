import { afterEach, describe, expect, test, vi } from 'vitest'
import { returnUse, spendUsage } from '#modules/orders/index.ts'
import { findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { quote } from '#modules/orders/ordering/quote.ts'
import { GatewayRefused } from '#modules/orders/payments/gateway.ts'
import { sandbox } from '#modules/orders/payments/sandbox/sandbox.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { requestRefundJob } from '#modules/orders/refunds/request-refund.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import '#src/app/events.ts'
import { NotYet } from '#src/jobs/jobs.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { buy, order, pay, setUpBuyers } from '#tests/cast/orders.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'

const { context, lin, left } = setUpBuyers()
afterEach(() => vi.restoreAllMocks())

const single = async (quantity = 1) => buy(context.db, await lin(), 'single_1', { period: 'once', quantity })
const plan = async (code = 'basic', period: 'monthly' | 'yearly' = 'monthly') =>
  buy(context.db, await lin(), code, { period })
const desk = () => context.cast.ruo.client

const PAYEE = { holder: 'Lotus Trading', account: '6222 0000 1111', bank: 'Bank of China' }

/** Refunds an order at the desk, by default its total in one refund. */
const refund = ({ id, total }: Pick<Order, 'id' | 'total'>, changes: Record<string, string> = {}) =>
  desk().post(`/desk/orders/${id}/refund`, {
    amount: `${total / 100n}.${String(total % 100n).padStart(2, '0')}`,
    reason: 'Ordered twice',
    key: newId(),
    step: 'apply',
    ...changes,
  })
const page = async (id: string) => (await desk().get(`/desk/orders/${id}/refund`)).text()
const rows = ({ id }: Pick<Order, 'id'>) =>
  context.db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .selectAll('refund')
    .where('payment.order_id', '=', id)
    .orderBy('refund.id')
    .execute()
const reloadOrder = async ({ id }: Pick<Order, 'id'>) => findOrder(context.db, await lin(), id)

async function spend(kind: 'document_1' | 'esign' = 'document_1', quantity = 1) {
  const { teamId, id: spentBy } = await lin()
  await context.db
    .transaction()
    .execute((trx) => spendUsage(trx, { teamId, kind, quantity, spentBy, key: newId() }))
}

const planEnd = async () => {
  const teams = context.db.selectFrom('accounts.team').select('package_ends_at')
  return (await teams.where('id', '=', (await lin()).teamId).executeTakeFirstOrThrow()).package_ends_at
}

/** Sets the clock and logs the agent in again. */
async function at(moment: string) {
  setClock(() => new Date(moment))
  const { viewer, client } = context.cast.ruo
  client.cookies.set(SESSION_COOKIE, await beginSession(context.db, viewer.id))
  const sessions = context.db.updateTable('platform.session')
  await sessions.set({ expires_at: new Date('2099-01-01') }).execute()
}

/** Deletes the orders and the plan of Lin's team. */
async function startOver() {
  const { db } = context
  const { teamId } = await lin()
  await db.updateTable('orders.term').set({ replaced_at: now() }).where('team_id', '=', teamId).execute()
  const team = db.updateTable('accounts.team').where('id', '=', teamId)
  await team.set({ package: 'free', package_ends_at: null }).execute()
  const pending = db.updateTable('orders.order').where('team_id', '=', teamId).where('state', '=', 'pending')
  await pending.set({ state: 'closed', ended_at: now() }).execute()
}
afterEach(startOver)

describe('a single purchase', () => {
  test('is refunded in full: its unused uses are revoked once, however often the form is sent', async () => {
    const before = await left()
    const bought = await single(2)
    const html = await page(bought.id)
    expect([typedValue(html, 'amount'), typedValue(html, 'uses')]).toEqual(['198.00', '2'])
    const key = newId()
    const answers = await Promise.all([1, 2, 3].map(() => refund(bought, { uses: '2', key })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(answers.some(({ headers }) => headers.get('location')!.endsWith('done=refunded'))).toBe(true)
    const [row, ...more] = await rows(bought)
    expect([row, more]).toMatchObject([
      {
        amount: 19_800n,
        reference: `SBR-${row!.id}`,
        taken: { uses: [{ kind: 'document_1', quantity: 2 }], plan: null },
      },
      [],
    ])
    expect(row!.number).toMatch(/^CN\d{10}$/)
    expect([await left(), (await reloadOrder(bought)).refunded]).toEqual([before, 19_800n])
    const again = await refund(bought, { uses: '0' })
    expect([again.status, formProblem(await again.text())]).toEqual([
      422,
      'This order has already been refunded in full',
    ])
    const list = async (path: string) => (await desk().get(path)).text()
    expect(await list('/desk/orders?state=refunded')).toContain(bought.number)
    const csv = await list('/desk/orders.csv?state=refunded')
    expect(csv.split('\n').find((line) => line.startsWith(bought.number))).toMatch(
      /Refunded in full.*198\.00/,
    )
    const record = await (await context.cast.lin.client.get('/mgmt/order-record')).text()
    expect(record).toMatch(new RegExp(`${bought.number}[^]*?Refunded in full`))
  })

  test('partly used has a proportional proposal, and staff decide how many uses are revoked', async () => {
    const bought = await single(3)
    await spend()
    const html = await page(bought.id)
    expect([typedValue(html, 'amount'), typedValue(html, 'uses')]).toEqual(['198.00', '2'])
    const [, [unused]] = [0, (await left())[0]!]
    expect((await refund(bought, { amount: '99.00', uses: '1' })).status).toBe(303)
    expect((await left())[0]![0]).toBe(unused! - 1)
    expect(typedValue(await page(bought.id), 'amount')).toBe('99.00')
    for (const [changes, field, words] of [
      [{ amount: '198.01', uses: '1' }, 'amount', 'More than the refundable amount of the order'],
      [{ amount: '50.00', uses: '2' }, 'uses', 'Fewer uses than this are now left'],
      [{ amount: '198.00', uses: '0' }, 'uses', 'A full refund revokes everything that is left'],
      [{ amount: '0' }, 'amount', 'Enter an amount such as 399 or 399.00'],
      [{ reason: ' ' }, 'reason', 'This field is required'],
    ] as const) {
      const answer = await refund(bought, changes)
      expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
    }
    expect((await rows(bought)).length).toBe(1)
  })

  test('used at the same time is refunded for the unused part, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const [before] = (await left())[0]!
      const bought = await single()
      // The bought use expires last, so all other uses are spent before.
      if (before) await spend('document_1', before)
      const [answer] = await Promise.all([
        refund(bought, { uses: '1' }),
        spend().catch((error: { code: string }) => expect(error.code).toBe('USAGE_INSUFFICIENT')),
      ])
      const [unused] = (await left())[0]!
      expect([answer.status, unused, (await reloadOrder(bought)).refunded]).toEqual(
        answer.status === 303 ? [303, 0, 9_900n] : [422, 0, 0n],
      )
    }
  })

  test('is refunded by several agents at once, never more than was paid', async () => {
    const bought = await single(2)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refund(bought, { amount: '66.00', uses: '0' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 422, 422, 422, 422])
    expect((await reloadOrder(bought)).refunded).toBe(13_200n)
  })
})

describe('a plan', () => {
  test('is refunded by its remaining days, ends immediately with its uses, and can be bought again', async () => {
    await at('2027-03-01T10:00:00+08:00')
    const free = await left()
    const bought = await plan()
    await at('2027-03-11T10:00:00+08:00')
    await spend('esign', 4)
    const html = await page(bought.id)
    // 21 of 31 days, the current one included: 399.00 less ten days of 12.87.
    expect(typedValue(html, 'amount')).toBe('270.30')
    const check = await refund(bought, { amount: '270.30', plan: 'ends', step: 'check' })
    const shown = await desk().get(check.headers.get('location')!)
    const preview = await shown.text()
    expect([check.status, shown.status, preview.includes('The plan ends on 2027-03-11')]).toEqual([
      303,
      200,
      true,
    ])
    expect([typedValue(preview, 'reason'), preview.includes('value="apply"')]).toEqual([
      'Ordered twice',
      true,
    ])
    expect((await rows(bought)).length).toBe(0)
    expect((await refund(bought, { amount: '270.30', plan: 'ends' })).status).toBe(303)
    const log = await context.cast.ruo.client.get(`/desk/log?keyword=${bought.number.toLowerCase()}`)
    expect(await log.text()).toContain('Order refunded')
    const { valid_to } = await context.db
      .selectFrom('orders.order')
      .select('valid_to')
      .where('id', '=', bought.id)
      .executeTakeFirstOrThrow()
    expect(valid_to! < bought.valid_to!).toBe(true)
    expect(await planEnd()).toEqual(now())
    const [row] = await rows(bought)
    expect(row!.taken).toMatchObject({
      plan: { package: 'basic', until: now().toISOString() },
      uses: expect.arrayContaining([{ kind: 'document_1', quantity: 10 }]),
    })
    const again = await plan()
    expect([again.state, again.kind]).toEqual(['paid', 'plan'])
    const [documents] = await left()
    expect(documents![0]).toBe(free[0]![0]! + 10)
  })

  test('bought again on the same day after all uses were spent has its uses again', async () => {
    const first = await plan()
    const [, , [esigns]] = (await left()) as [number[], number[], number[]]
    await spend('esign', esigns)
    await refund(first, { amount: '399.00', plan: 'ends' })
    await plan()
    expect((await left())[2]![0]).toBe(10)
  })

  test('stays if staff refund only a part and say so; after a full refund it ends', async () => {
    const bought = await plan()
    expect((await refund(bought, { amount: '100.00', plan: 'stays' })).status).toBe(303)
    expect((await quote(context.db, await lin(), WANTED)).kind).toBe('renewal')
    const whole = await refund(bought, { amount: '299.00', plan: 'stays' })
    expect([whole.status, fieldProblem(await whole.text(), 'plan')]).toEqual([
      422,
      'A full refund revokes everything that is left',
    ])
    expect((await refund(bought, { amount: '299.00', plan: 'ends' })).status).toBe(303)
    expect((await quote(context.db, await lin(), WANTED)).kind).toBe('plan')
  })

  test('that was renewed must have its renewal ended first, which moves its end back', async () => {
    const first = await plan()
    const renewed = await plan()
    expect(await page(first.id)).toContain('a later order follows this one')
    const ends = await refund(first, { amount: '10.00', plan: 'ends' })
    expect([ends.status, formProblem(await ends.text())]).toEqual([
      422,
      'The plan cannot be ended together with this order',
    ])
    expect(typedValue(await page(renewed.id), 'amount')).toBe('399.00')
    expect((await refund(renewed, { plan: 'ends' })).status).toBe(303)
    expect(await planEnd()).toEqual(first.valid_to)
    expect((await refund(first, { plan: 'ends' })).status).toBe(303)
    expect(await planEnd()).not.toEqual(first.valid_to)
  })

  test('ended by a refund cannot be upgraded by an order from before', async () => {
    await plan()
    const renewed = await plan()
    const upgrade = await order(context.db, await lin(), 'professional')
    await refund(renewed, { plan: 'ends' })
    await pay(context.db, await lin(), upgrade)
    const payments = context.db
      .selectFrom('orders.payment')
      .select('problem')
      .where('order_id', '=', upgrade.id)
    expect(await payments.execute()).toEqual([{ problem: 'plan' }])
  })

  test('that ended with a refund is not restored by undoing a later order', async () => {
    const bought = await plan()
    const transfer = await order(context.db, await lin(), 'single_1', { period: 'once', method: 'bank' })
    const money = { method: 'bank', reference: newId(), currency: 'CNY', amount: transfer.total } as const
    await settle(context.db, transfer.id, { ...money, at: now() })
    await refund(bought, { plan: 'ends' })
    const undo = await desk().post(`/desk/orders/${transfer.id}/reversal`, { reversalReason: 'Mistake' })
    expect(undo.status).toBe(422)
    const desked = await desk().post(`/desk/accounts/${bought.account_id}/plan-undoing`, { undoReason: 'x' })
    expect(desked.status).toBe(422)
  })
})

const WANTED = { package: 'basic', period: 'monthly', quantity: 1, currency: 'CNY' } as const

describe('a bank transfer', () => {
  async function transferred() {
    const placed = await order(context.db, await lin(), 'single_1', { period: 'once', method: 'bank' })
    const money = { method: 'bank', reference: newId(), currency: 'CNY', amount: placed.total } as const
    await settle(context.db, placed.id, { ...money, at: now() })
    return placed
  }

  test('is refunded to an account, and completed with the bank’s reference', async () => {
    const bought = await transferred()
    const lacking = await refund(bought, { uses: '1', ...PAYEE, account: ' ' })
    expect([lacking.status, fieldProblem(await lacking.text(), 'account')]).toEqual([
      422,
      'This field is required',
    ])
    const answer = await refund(bought, { uses: '1', ...PAYEE })
    expect(answer.headers.get('location')).toContain('done=refundToTransfer')
    const [row] = await rows(bought)
    expect([row!.done_at, row!.payee]).toEqual([
      null,
      { holder: 'Lotus Trading', number: '622200001111', bank: 'Bank of China' },
    ])
    const html = await page(bought.id)
    for (const words of ['622200001111', 'Bank of China', row!.number!]) expect(html).toContain(words)
    expect(await (await desk().get('/desk/payments')).text()).toContain(row!.payment_id)
    const done = (reference: string) =>
      desk().post(`/desk/orders/${bought.id}/refund-transfer`, { refund: row!.id, handReference: reference })
    expect((await done(' ')).status).toBe(422)
    const answers = await Promise.all([done('OUT-1'), done('OUT-2')])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect((await rows(bought))[0]!.reference).toMatch(/^OUT-[12]$/)
    const unknown = { refund: newId(), handReference: 'OUT-3' }
    expect((await desk().post(`/desk/orders/${bought.id}/refund-transfer`, unknown)).status).toBe(404)
  })

  test('is either refunded or undone', async () => {
    for (let round = 0; round < 4; round++) {
      const bought = await transferred()
      const undo = () => desk().post(`/desk/orders/${bought.id}/reversal`, { reversalReason: 'Mistake' })
      const answers = await Promise.all([refund(bought, { uses: '1', ...PAYEE }), undo()])
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
      const { state, refunded } = await reloadOrder(bought)
      expect([state, refunded]).toEqual(refunded ? ['paid', 9_900n] : ['pending', 0n])
      if (!refunded) await desk().post(`/desk/orders/${bought.id}/transfer`, { amount: '1' })
    }
  })
})

describe('at a payment service', () => {
  test('without an answer is queried again by the job; after a refusal the refund is a transfer', async () => {
    const bought = await single()
    const refundSpy = vi.spyOn(sandbox, 'refund').mockRejectedValue(new Error('silent'))
    const waits = await refund(bought, { uses: '1' })
    expect(waits.headers.get('location')).toContain('done=refundWaits')
    const [row] = await rows(bought)
    await expect(requestRefundJob.now(context.db, { refundId: row!.id })).rejects.toThrow(NotYet)
    const transfer = { refund: row!.id, handReference: 'OUT-9' }
    // A service that does not respond may have made the refund.
    expect((await desk().post(`/desk/orders/${bought.id}/refund-transfer`, transfer)).status).toBe(422)
    refundSpy.mockRejectedValue(new GatewayRefused('sandbox', 'TRADE_NOT_ALLOW_REFUND'))
    await requestRefundJob.now(context.db, { refundId: row!.id })
    const times = refundSpy.mock.calls.length
    await requestRefundJob.now(context.db, { refundId: row!.id })
    expect([refundSpy.mock.calls.length, await page(bought.id)]).toEqual([
      times,
      expect.stringContaining('Refused by the payment service'),
    ])
    expect((await desk().post(`/desk/orders/${bought.id}/refund-transfer`, transfer)).status).toBe(303)
    expect(new Set(refundSpy.mock.calls.map(([, { key }]) => key))).toEqual(new Set([row!.id]))
  })

  test('is requested once at a time, and staff cannot settle manually in the meantime', async () => {
    const bought = await single()
    const { promise, resolve } = Promise.withResolvers<string>()
    const refundSpy = vi.spyOn(sandbox, 'refund').mockReturnValue(promise)
    const first = refund(bought, { uses: '1' })
    await vi.waitFor(() => expect(refundSpy).toHaveBeenCalledTimes(1))
    const [row] = await rows(bought)
    const retry = () => desk().post(`/desk/orders/${bought.id}/refund-retry`, { refund: row!.id })
    expect((await retry()).headers.get('location')).toContain('done=refundWaits')
    resolve('SBR-1')
    expect((await first).headers.get('location')).toContain('done=refunded')
    expect((await retry()).headers.get('location')).toContain('done=refunded')
    expect(refundSpy).toHaveBeenCalledTimes(1)
    expect((await desk().post(`/desk/orders/${bought.id}/refund-retry`, { refund: newId() })).status).toBe(
      404,
    )
  })
})

describe('the customer', () => {
  test('gets a mail, a message and a credit note, and sees the refund at the order', async () => {
    const bought = await plan()
    await refund(bought, { amount: '123.45', plan: 'stays', reason: 'Goodwill' })
    const [row] = await rows(bought)
    const mails = (await mailsTo(context.db, context.cast.lin.viewer.email!)).filter(({ subject }) =>
      subject.includes(bought.number),
    )
    const [mail] = mails.filter(({ subject }) => subject.endsWith('is refunded'))
    for (const words of ['123.45', row!.number!, 'Goodwill']) expect(mail!.text).toContain(words)
    expect(mails.some(({ subject }) => subject.endsWith('your payment was refunded'))).toBe(true)
    const kinds = await context.db.selectFrom('messaging.message').select('kind').execute()
    expect(kinds.some(({ kind }) => kind === 'orderRefunded')).toBe(true)
    const { client } = context.cast.lin
    const html = await (await client.get(`/mgmt/orders/${bought.id}`)).text()
    for (const words of ['Partly refunded', 'Goodwill', `Credit note ${row!.number}`, 'SBR-'])
      expect(html).toContain(words)
    const at = `/mgmt/orders/${bought.id}/refunds/${row!.id}/credit-note.pdf`
    const answer = await client.get(at)
    const text = withoutSpace(await pdfText(new Uint8Array(await answer.arrayBuffer())))
    for (const words of [
      '退款单',
      'Credit note',
      row!.number!,
      bought.number,
      'CNY 123.45',
      '人民币壹佰贰拾叁元肆角伍分',
      'Renminbi one hundred and twenty-three and 45/100 only',
      'Goodwill',
      '不是发票',
    ])
      expect(text).toContain(withoutSpace(words))
    for (const [who, path] of [
      ['hannah', at],
      ['lin', at.replace(row!.id, newId())],
      ['lin', at.replace(row!.id, '%00')],
    ] as const)
      expect((await context.cast[who].client.get(path)).status).toBe(404)
  })

  test('cannot refund, and an unpaid order is not refunded', async () => {
    const bought = await single()
    for (const name of ['lin', 'zhou'] as const) {
      const { client } = context.cast[name]
      const at = `/desk/orders/${bought.id}`
      const answers = [
        await client.get(`${at}/refund`),
        await client.post(`${at}/refund`, { amount: '99.00', uses: '1', reason: 'x', key: newId() }),
        await client.post(`${at}/refund-retry`, { refund: newId() }),
        await client.post(`${at}/refund-transfer`, { refund: newId(), handReference: 'x' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    const placed = await order(context.db, await lin(), 'single_1', { period: 'once' })
    const answer = await refund(placed, { uses: '0' })
    expect([answer.status, formProblem(await answer.text())]).toEqual([
      422,
      'Only a paid order can be refunded',
    ])
    expect((await desk().get(`/desk/orders/${newId()}/refund`)).status).toBe(404)
  })
})

test('an expired use is worth nothing, and a use that we returned counts as unused', async () => {
  const bought = await single(2)
  const { teamId, id: spentBy } = await lin()
  const [before] = (await left())[0]!
  await spend('document_1', before! - 1)
  const key = newId()
  await context.db
    .transaction()
    .execute((trx) => spendUsage(trx, { teamId, kind: 'document_1', spentBy, key }))
  const proposal = async () => typedValue(await page(bought.id), 'amount')
  expect(await proposal()).toBe('0.00')
  await context.db.transaction().execute((trx) => returnUse(trx, key))
  expect(await proposal()).toBe('99.00')
  await refund(bought, { amount: '99.00', uses: '1' })
  expect([(await left())[0]![0], (await rows(bought))[0]!.taken!.uses]).toEqual([
    0,
    [{ kind: 'document_1', quantity: 1 }],
  ])
  const old = await single()
  await at(new Date(Date.now() + 40 * DAY).toISOString())
  expect(typedValue(await page(old.id), 'amount')).toBe('0.00')
})
