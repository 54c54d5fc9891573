import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { moneyInWords } from '#modules/pages/receipt/money-words.ts'
import { setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { buy, order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText, qpdfComplaints, withoutSpace } from '#tests/support/pdf-tools.ts'
import { openTagged, readTagged } from '#tests/support/tagged-pdf.ts'

let db: Db
let cast: Cast

beforeEach(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await db
    .updateTable('accounts.team')
    .set({ credit_code: '91310115MA1K4LTX2A' })
    .where('id', '=', cast.lin.viewer.teamId)
    .execute()
})

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const receipt = (id: string, query = '') => cast.lin.client.get(`/mgmt/orders/${id}/receipt.pdf${query}`)
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

test('the receipt of a paid order states payer, recipient, goods and amount in both languages', async () => {
  setClock(() => new Date('2027-03-01T10:00:00+08:00'))
  const paid = await buy(db, await lin(), 'basic').finally(() => setClock(null))
  const answer = await receipt(paid.id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const bytes = await bytesOf(answer)
  expect(await qpdfComplaints(bytes)).toBe('')
  const text = withoutSpace(await pdfText(bytes))
  for (const words of [
    '收据',
    'Receipt',
    paid.number,
    cast.lin.viewer.teamName,
    '91310115MA1K4LTX2A',
    paid.buyer_name,
    '契书科技（上海）有限公司',
    'Qishu Technology (Shanghai) Co., Ltd.',
    '基础版（按月）',
    'Basic, monthly',
    'CNY 399.00',
    '人民币叁佰玖拾玖元整',
    'Renminbi three hundred and ninety-nine only',
    '2027-03-01 10:00',
    '2027-03-01 至 2027-04-01',
    '不是发票',
  ])
    expect(text).toContain(withoutSpace(words))
  const { faults, elements } = readTagged(await openTagged(bytes))
  expect(faults).toEqual([])
  expect(elements.filter(({ role }) => role === 'H1').map((one) => one.text)).toEqual(
    expect.arrayContaining([expect.stringContaining('收据')]),
  )
  expect(Buffer.from(await bytesOf(await receipt(paid.id))).equals(Buffer.from(bytes))).toBe(true)
})

test('an upgrade shows its credit; a name without glyphs is marked and does not prevent the receipt', async () => {
  await buy(db, await lin(), 'basic')
  const upgraded = await buy(db, await lin(), 'professional')
  await db
    .updateTable('accounts.team')
    .set({ name: 'Lotus 🪷 Ltd' })
    .where('id', '=', cast.lin.viewer.teamId)
    .execute()
  const text = withoutSpace(await pdfText(await bytesOf(await receipt(upgraded.id))))
  expect(text).toMatch(/CreditforBasic:\d+of\d+daysleftCNY−\d/)
  expect(text).toContain('Lotus〓Ltd')
})

test('an unpaid order has no receipt, and no one else can read one', async () => {
  const placed = await order(db, await lin(), 'single_1', { period: 'once' })
  expect((await receipt(placed.id)).status).toBe(409)
  expect((await receipt('%00')).status).toBe(404)
  expect((await cast.hannah.client.get(`/mgmt/orders/${placed.id}/receipt.pdf`)).status).toBe(404)
})

/** Parses an amount in English words. */
function readBack(words: string): bigint {
  const units =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
  const known = new Map(
    `${units} sixteen seventeen eighteen nineteen`.split(' ').map((word, n) => [word, BigInt(n)]),
  )
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
  for (const [n, word] of tens.entries()) known.set(word, BigInt(n + 2) * 10n)
  const scales: Record<string, bigint> = {
    thousand: 1000n,
    million: 10n ** 6n,
    billion: 10n ** 9n,
    trillion: 10n ** 12n,
  }
  const [, text, cents] = /^(?:Renminbi|US dollars) (.+?)(?: and (\d\d)\/100)? only$/.exec(words)!
  let sum = 0n
  let group = 0n
  for (const word of text!.split(/[ -]/)) {
    if (word === 'and') continue
    if (word === 'hundred') group *= 100n
    else if (scales[word]) [sum, group] = [sum + group * scales[word], 0n]
    else group += known.get(word)!
  }
  return (sum + group) * 100n + BigInt(cents ?? '0')
}

test('an amount in English words parses back to itself', () => {
  expect(moneyInWords(100_500n, 'USD')).toBe('US dollars one thousand and five only')
  expect(moneyInWords(123_456_789n, 'CNY')).toBe(
    'Renminbi one million two hundred and thirty-four thousand five hundred and sixty-seven and 89/100 only',
  )
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(0n, 10n ** 17n - 1n), fc.bigInt(0n, 500_000n)), (amount) => {
      expect(readBack(moneyInWords(amount, 'CNY'))).toBe(amount)
    }),
    { numRuns: 500 },
  )
  expect(() => moneyInWords(-1n, 'CNY')).toThrow(RangeError)
})
