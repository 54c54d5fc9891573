import { beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { readStatement } from '#modules/orders/desk/bank/read-statement.ts'
import { closeOrder, findOrder } from '#modules/orders/ordering/order.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (...lines: string[]) => readStatement(bytesOf(lines.join('\r\n')))
const faultsOf = (...lines: string[]) =>
  read(...lines).faults.map(({ line, column, problem }) => [line, column, problem.split('.').at(-1)])

describe('a bank statement', () => {
  const credit = { amount: '39900', reference: 'T1', remark: 'QO2611220001', payer: '莲花贸易' }

  test.each([
    [
      'a Chinese bank’s, with what stands above its heading and the total below',
      [
        '账户明细查询,,,,,',
        '账号：,0000,户名：,契书,,',
        '交易时间,贷方发生额（元）,借方发生额（元）,对方户名,附言,交易流水号',
        '2026-11-22 10:11:12,399.00,,莲花贸易,QO2611220001,T1',
        '2026-11-22 10:12:00,,88.00,房东,租金,T2',
        '合计,399.00,88.00,,,',
      ],
      '2026-11-22T02:11:12.000Z',
    ],
    [
      'an English one with tabs and a credit column',
      [
        'Date\tDescription\tCredit amount\tCounterparty name\tReference',
        '2026/11/22\tQO2611220001\t399\t莲花贸易\tT1',
      ],
      '2026-11-21T16:00:00.000Z',
    ],
    [
      'one amount column with a sign, or with the side named',
      [
        '日期;金额;借贷标志;摘要;对方户名;流水号',
        '20261122;+399.00;贷;QO2611220001;莲花贸易;T1',
        '20261122;12.00;借;手续费;银行;T3',
        '20261122;-5.00;;手续费;银行;T4',
      ],
      '2026-11-21T16:00:00.000Z',
    ],
  ])('%s, is parsed', (_, lines, at) => {
    const { lines: readLines, faults } = read(...lines)
    expect(faults).toEqual([])
    expect(readLines).toEqual([expect.objectContaining({ ...credit, at })])
  })

  test('in GB 18030 is parsed too', () => {
    // 日期,金额,流水号,附言
    const head = Buffer.from('c8d5c6da2cbdf0b6ee2cc1f7cbaebac52cb8bdd1d4', 'hex')
    const bytes = new Uint8Array(Buffer.concat([head, Buffer.from('\n2026-11-22,1.5,T1,QO2611220001\n')]))
    expect(readStatement(bytes).lines).toEqual([expect.objectContaining({ amount: '150', reference: 'T1' })])
  })

  test('reports line and column of each fault', () => {
    const head = '日期,金额,附言,流水号'
    expect(
      faultsOf(
        head,
        '2026-11-22,about 9,x,T1',
        '2026-02-30,9.00,x,T2',
        '2026-11-22,9.00,x,T3',
        '2026-11-22,9.00,x,T3',
      ),
    ).toEqual([
      [2, 'amount', 'amount'],
      [3, 'date', 'date'],
      [5, 'reference', 'twice'],
    ])
    expect(faultsOf('日期,附言', '2026-11-22,x')).toEqual([[1, null, 'head']])
    expect(faultsOf(head)).toEqual([[1, null, 'empty']])
    expect(faultsOf(head, '2026-11-22,"9')).toEqual([[2, null, 'broken']])
    expect(faultsOf(head, ...Array(5001).fill('2026-11-22,1.00,x,T'))).toEqual([[5002, null, 'tooMany']])
  })
})

describe('statements at the desk', { shuffle: false }, () => {
  let db: Db
  let cast: Cast
  let address: string

  beforeAll(async () => {
    db = await testDatabase()
    cast = await openCast(db, 0)
  })

  const upload = (text: string, name: keyof Cast = 'ruo') =>
    postFiles(cast[name].client, '/desk/statements', {}, [
      // A browser submits an empty file field without a file name.
      { field: 'file', name: text && 'statement.csv', bytes: bytesOf(text) },
    ])
  const place = async (method: 'bank' | 'sandbox' = 'bank') =>
    order(db, (await findViewer(db, cast.lin.viewer.id))!, 'single_1', { method, period: 'once' })
  const state = async ({ id }: { id: string }) => (await findOrder(db, cast.lin.viewer, id)).state
  const payments = () =>
    db
      .selectFrom('orders.payment')
      .select(['reference', 'problem', 'confirmed_by'])
      .orderBy('reference')
      .execute()
  const counts = (html: string) =>
    [
      ...html
        .replaceAll('<!-- -->', '')
        .matchAll(
          /(Matches|Amount differs|Order paid another way|No order found|Already recorded)<\/span> (\d)/g,
        ),
    ].map(([, , count]) => Number(count))

  test('a match is shown first and paid by one click; the same file again changes nothing', async () => {
    const paid = await place()
    const less = await place()
    const elsewhere = await place('sandbox')
    const text = [
      '交易日期,收入金额,附言,对方户名,流水号',
      `${shanghaiDay()},99.00,付 qo ${paid.number.slice(2)} 货款,莲花贸易,T1`,
      `${shanghaiDay()},98.00,${less.number},莲花贸易,T2`,
      `${shanghaiDay()},5.00,利息,银行,T3`,
      `${shanghaiDay()},99.00,${elsewhere.number},莲花贸易,T4`,
    ].join('\n')
    address = (await upload(text)).headers.get('location')!
    expect(counts(await (await cast.ruo.client.get(address)).text())).toEqual([1, 1, 1, 1, 0])
    expect([await state(paid), await payments()]).toEqual(['pending', []])
    const sent = await Promise.all([1, 2, 3].map(() => cast.ruo.client.post(`${address}/confirmation`)))
    for (const { headers } of sent) expect(headers.get('location')).toContain(`${address}?done=taken&paid=`)
    expect([await state(paid), await state(less)]).toEqual(['paid', 'pending'])
    const once = [
      { reference: 'T1', problem: null, confirmed_by: 'ruo' },
      { reference: 'T2', problem: 'amount', confirmed_by: 'ruo' },
    ]
    expect(await payments()).toEqual(once)
    const again = (await upload(text)).headers.get('location')!
    expect(counts(await (await cast.ruo.client.get(again)).text())).toEqual([0, 0, 1, 1, 2])
    await cast.ruo.client.post(`${again}/confirmation`)
    expect(await payments()).toEqual(once)
  })

  test('a row for a paid or closed order says so, and the result of the rows is shown with numbers', async () => {
    const [open, paid, closed] = [await place(), await place(), await place()]
    await cast.ruo.client.post(`/desk/orders/${paid.id}/transfer`, {
      amount: '99.00',
      reference: 'C0',
      day: shanghaiDay(),
    })
    await closeOrder(db, cast.lin.viewer, closed.id)
    const rows = [open, paid, closed].map(
      ({ number }, index) => `${shanghaiDay()},99.00,${number},莲花贸易,C${index + 1}`,
    )
    const text = ['交易日期,收入金额,附言,对方户名,流水号', ...rows, `${shanghaiDay()},50.00,货款,某人,C0`]
    const address = (await upload(text.join('\n'))).headers.get('location')!
    const html = (await (await cast.ruo.client.get(address)).text()).replaceAll('<!-- -->', '')
    for (const words of [
      'Matches',
      'Order already paid',
      'Order closed',
      'Reference used by another payment',
    ])
      expect([words, html.includes(`${words}</span> 1`)]).toEqual([words, true])
    expect(html).toContain('Record 1 matching and 2 as unsettled')
    const done = (await cast.ruo.client.post(`${address}/confirmation`)).headers.get('location')!
    expect(done).toBe(`${address}?done=taken&paid=1&kept=2`)
    const after = (await (await cast.ruo.client.get(done)).text()).replaceAll('<!-- -->', '')
    expect(after).toContain('1 order paid, <a')
    expect(after).toContain('href="/desk/payments">2 registered as unsettled payments</a>')
    expect(after).toContain('Already recorded</span> 3')
    expect((await payments()).filter(({ reference }) => /^C[123]/.test(reference))).toEqual([
      { reference: 'C1', problem: null, confirmed_by: 'ruo' },
      { reference: 'C2', problem: 'double', confirmed_by: 'ruo' },
      { reference: 'C3', problem: 'late', confirmed_by: 'ruo' },
    ])
    const again = (await cast.ruo.client.post(`${address}/confirmation`)).headers.get('location')!
    expect(await (await cast.ruo.client.get(again)).text()).toContain('Nothing left to record.')
  })

  test('a credit with the reference of a refund says so, and is not recorded', async () => {
    const { id, number } = await place()
    const line = (reference: string) =>
      [
        '交易日期,收入金额,附言,对方户名,流水号',
        `${shanghaiDay()},98.00,${number},莲花贸易,${reference}`,
      ].join('\n')
    const first = (await upload(line('F1'))).headers.get('location')!
    await cast.ruo.client.post(`${first}/confirmation`)
    const payment = db.selectFrom('orders.payment').select('id').where('order_id', '=', id)
    const refund = { amount: '98.00', reference: 'F2', reason: 'Cancelled', key: newId() }
    const { id: paymentId } = await payment.executeTakeFirstOrThrow()
    expect((await cast.ruo.client.post(`/desk/payments/${paymentId}/refund`, refund)).status).toBe(303)
    const again = (await upload(line('F2'))).headers.get('location')!
    const html = (await (await cast.ruo.client.get(again)).text()).replaceAll('<!-- -->', '')
    expect(html).toContain('Reference used by a refund</span> 1')
    await cast.ruo.client.post(`${again}/confirmation`)
    expect((await payment.execute()).length).toBe(1)
  })

  test('money from before its order, outside the period, or in another currency is never booked', async () => {
    const placed = await place()
    const before = shanghaiDay(new Date(Date.now() - DAY))
    const earlier = shanghaiDay(new Date(Date.now() - 2 * DAY))
    const text = [
      `起始日期,${earlier},终止日期,${shanghaiDay()}`,
      '交易日期,收入金额,币种,附言,流水号',
      `${before},99.00,CNY,${placed.number},E1`,
      `2026-01-05,99.00,CNY,${placed.number},E2`,
      `${shanghaiDay()},99.00,USD,${placed.number},E3`,
    ].join('\n')
    const address = (await upload(text)).headers.get('location')!
    const html = (await (await cast.ruo.client.get(address)).text()).replaceAll('<!-- -->', '')
    for (const words of ['Before the order date', 'Outside the statement’s period', 'Not in CNY'])
      expect([words, html.includes(`${words}</span> 1`)]).toEqual([words, true])
    expect(html).not.toContain(`${address}/confirmation`)
    await cast.ruo.client.post(`${address}/confirmation`)
    expect(await state(placed)).toBe('pending')
  })

  test('the database refuses a payment of another century, and of the day after tomorrow', async () => {
    const row = {
      order_id: null,
      method: 'bank' as const,
      currency: 'CNY' as const,
      amount: 1n,
      created_at: new Date(),
      problem: 'unknown' as const,
      settled_at: null,
      confirmed_by: null,
    }
    for (const at of [new Date('1021-03-03'), new Date(Date.now() + 2 * DAY)]) {
      const insertion = db
        .insertInto('orders.payment')
        .values({ ...row, id: newId(), reference: newId(), received_at: at })
      await expect(insertion.execute()).rejects.toThrow('payment_day')
    }
  })

  test.each([
    ['', 'Choose a file'],
    ['x'.repeat(2 * 1024 * 1024 + 1), 'The file is larger than 2 MB'],
  ])('an invalid or too large file is rejected beside its field', async (text, words) => {
    const answer = await upload(text)
    expect([answer.status, fieldProblem(await answer.text(), 'file')]).toEqual([422, words])
  })

  test('faults are shown in a table, and nothing is saved', async () => {
    const before = (await db.selectFrom('orders.statement').select('id').execute()).length
    const answer = await upload('日期,金额,流水号\n2026-11-22,much,T9')
    const html = await answer.text()
    expect([answer.status, html.includes('Not an amount'), html.includes('Errors: 1')]).toEqual([
      422,
      true,
      true,
    ])
    expect((await db.selectFrom('orders.statement').select('id').execute()).length).toBe(before)
  })

  test('the page is for staff only', async () => {
    for (const name of ['lin', 'hannah'] as const) {
      const { client } = cast[name]
      const answers = [
        await client.get('/desk/statements'),
        await client.get(address),
        await client.post(`${address}/confirmation`),
        await upload('日期,金额,流水号', name),
      ]
      expect([name, answers.map(({ status }) => status)]).toEqual([name, [404, 404, 404, 404]])
    }
    for (const id of [newId(), '%00'])
      expect((await cast.ruo.client.get(`/desk/statements/${id}`)).status).toBe(404)
  })
})
