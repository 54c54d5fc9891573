import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchBill, fetchBills } from '#modules/orders/desk/bank/merchant-bill.ts'
import { methodNamed } from '#modules/orders/payments/registry.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { NotYet, workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'
import { alipayBillOf, type BillRow, wechatBillOf } from '#tests/support/statements/merchant-bills.ts'

let db: Db
let gateways: Gateways

beforeAll(async () => {
  db = await testDatabase()
  gateways = await openGateways()
})
beforeEach(async () => {
  configure(gateways.variables)
  setClocks('2026-11-28T10:30:00')
  await db.deleteFrom('orders.statement').execute()
  for (const name of ['alipay', 'wechat'] as const) takeRequests(name)
  gateways.alipay.bills.clear()
  gateways.alipay.named.address = ''
  gateways.wechat.bills.clear()
  Object.assign(gateways.wechat.bill, { error: 'NO_STATEMENT_EXIST', hash: '', address: '' })
})
afterEach(async () => {
  await workWaitingJobs(db, { forgiving: true })
  setClock(null)
})
/** Sets our clock and the simulator's, because Alipay refuses a time far from its own. */
const setClocks = (time: string) => setClock(() => new Date(`${time}+08:00`))

const day = '2026-11-27'
const paymentRow: BillRow = {
  at: `${day} 23:59:58`,
  amount: '99.00',
  reference: '4200002026112700000001',
  number: 'QO2611270001',
}
const refund: BillRow = { ...paymentRow, amount: '20.00', isRefund: true }

const storedBills = () =>
  db
    .selectFrom('orders.statement')
    .select(['method', 'lines', 'staff_id', 'first_at', 'last_at'])
    .orderBy('method')
    .execute()
const takeRequests = (name: 'alipay' | 'wechat') => gateways[name].requests.splice(0)

describe.each([
  ['alipay', alipayBillOf],
  ['wechat', wechatBillOf],
] as const)('the bill of %s', (name, billOf) => {
  const bills = () => gateways[name].bills
  const fetched = () => fetchBill.now(db, { method: name, day })

  test('is stored with its payments, without refunds, totals and payers', async () => {
    bills().set(day, billOf(day, [paymentRow, refund]))
    await fetched()
    const moment = new Date(`${day}T23:59:58+08:00`)
    const { reference, number } = paymentRow
    const line = { at: moment.toISOString(), amount: '9900', reference, remark: number, payer: '' }
    expect(await storedBills()).toEqual([
      {
        method: name,
        lines: [{ ...line, line: expect.any(Number) }],
        staff_id: null,
        first_at: moment,
        last_at: moment,
      },
    ])
  })

  test('is stored once, however often it is fetched', async () => {
    bills().set(day, billOf(day, [paymentRow]))
    await Promise.all([fetched(), fetched()])
    takeRequests(name)
    await fetched()
    expect([(await storedBills()).length, takeRequests(name)]).toEqual([1, []])
  })

  test('is fetched again while it does not exist; after that, the day had no payment', async () => {
    await expect(fetched()).rejects.toThrow(NotYet)
    setClocks('2026-11-29T11:59:59')
    await expect(fetched()).rejects.toThrow(NotYet)
    expect(await storedBills()).toEqual([])
    setClocks('2026-11-29T12:00:00')
    await fetched()
    expect(await storedBills()).toMatchObject([{ method: name, lines: [], first_at: null }])
  })

  test('without payments is stored too', async () => {
    bills().set(day, billOf(day, []))
    await fetched()
    expect(await storedBills()).toMatchObject([{ method: name, lines: [] }])
  })

  test('is refused if it is too large, unreadable or of another kind', async () => {
    const other = name === 'alipay' ? wechatBillOf : alipayBillOf
    const broken = { ...paymentRow, amount: 'much' }
    for (const bill of [
      new Uint8Array(8 * 1024 * 1024 + 1),
      new TextEncoder().encode('<html>Busy</html>'),
      billOf(day, [broken]),
      other(day, [paymentRow]),
    ]) {
      bills().set(day, bill)
      await expect(fetched()).rejects.toThrow(/bill of/i)
    }
    expect(await storedBills()).toEqual([])
  })

  test('is not fetched while the service is not configured', async () => {
    configure()
    await fetched()
    await fetchBills.now(db, {})
    await workWaitingJobs(db)
    expect([await storedBills(), takeRequests(name)]).toEqual([[], []])
  })

  test.each(['down', 'broken'] as const)('is fetched again when the service is %s', async (mood) => {
    bills().set(day, billOf(day, [paymentRow]))
    gateways[name].mood = mood
    await expect(fetched()).rejects.toThrow()
    gateways[name].mood = 'up'
    await fetched()
    expect(await storedBills()).toHaveLength(1)
  })
})

describe('the bill of Alipay', () => {
  test('is fetched only from Alipay’s addresses', async () => {
    gateways.alipay.bills.set(day, alipayBillOf(day, [paymentRow]))
    const { port } = new URL(gateways.wechat.url)
    for (const address of [
      'https://alipay.com.example/bill',
      'https://evil-alipay.com/bill',
      'https://dwbillcenter.alipay.com:8443/bill',
      'https://a@dwbillcenter.alipay.com/bill',
      'ftp://dwbillcenter.alipay.com/bill',
      `http://127.0.0.1:${port}/bill`,
      'nonsense',
    ]) {
      gateways.alipay.named.address = address
      await expect(methodNamed('alipay')!.bill!(day)).rejects.toThrow()
    }
    expect(takeRequests('wechat')).toEqual([])
    expect(gateways.alipay.requests).not.toContain('GET /downloadBillFile.resource')
  })

  test('is a failure if the interface is not permitted', async () => {
    configure({ ...gateways.variables, ALIPAY_APP_ID: 'other' })
    await expect(fetchBill.now(db, { method: 'alipay', day })).rejects.toThrow('isv.invalid-app-id')
  })
})

describe('the bill of WeChat Pay', () => {
  const fetched = () => fetchBill.now(db, { method: 'wechat', day })

  test('is refused with another hash, and fetched again', async () => {
    gateways.wechat.bills.set(day, wechatBillOf(day, [paymentRow]))
    gateways.wechat.bill.hash = '0'.repeat(40)
    await expect(fetched()).rejects.toThrow('SHA-1')
    expect(await storedBills()).toEqual([])
    gateways.wechat.bill.hash = ''
    await fetched()
    expect(await storedBills()).toHaveLength(1)
  })

  test('never counts as a day without payments while it is being created', async () => {
    gateways.wechat.bill.error = 'STATEMENT_CREATING'
    setClocks('2026-12-02T12:00:00')
    await expect(fetched()).rejects.toThrow(NotYet)
  })

  test('is fetched only from WeChat Pay’s addresses', async () => {
    gateways.wechat.bills.set(day, wechatBillOf(day, [paymentRow]))
    for (const address of [
      `https://evil.example/v3/billdownload/file?token=${day}`,
      `${gateways.wechat.url}/v3/other?token=${day}`,
      `${gateways.wechat.url}/v3/billdownload/file`,
    ]) {
      gateways.wechat.bill.address = address
      await expect(fetched()).rejects.toThrow('another address')
    }
    gateways.wechat.bill.address = `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${day}`
    await fetched()
    expect(await storedBills()).toHaveLength(1)
  })
})

describe('the daily job', () => {
  test('fetches the missing bills of the last seven days', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7].map((n) =>
      new Date(Date.parse('2026-11-28') - n * DAY).toISOString().slice(0, 10),
    )
    for (const one of days) gateways.alipay.bills.set(one, alipayBillOf(one, []))
    await fetchBill.now(db, { method: 'alipay', day: days[2]! })
    takeRequests('alipay')
    await fetchBills.now(db, {})
    await fetchBills.now(db, {})
    await workWaitingJobs(db)
    expect(takeRequests('alipay').filter((one) => one.startsWith('GET'))).toHaveLength(6)
    const counts = { alipay: 0, wechat: 0 }
    for (const { method } of await storedBills()) counts[method as 'alipay']++
    // WeChat Pay's bills of the last two days may still change, so they are not requested.
    expect(counts).toEqual({ alipay: 7, wechat: 5 })
  })
})
