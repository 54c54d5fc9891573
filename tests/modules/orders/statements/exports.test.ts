import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStatement } from '#modules/orders/desk/bank/read-statement.ts'
import { setClock } from '#src/core/clock.ts'
import {
  BANK_EXPORTS,
  type BankExport,
  exportText,
  type Movement,
} from '#tests/support/statements/bank-exports.ts'
import { ENCODINGS, inUtf8 } from '#tests/support/statements/encodings.ts'

beforeAll(() => setClock(() => new Date('2026-11-28T12:00:00+08:00')))
afterAll(() => setClock(null))

/** Two transfers for orders, and between them a refund by us that also names an order. */
const MOVEMENTS: Movement[] = [
  {
    day: '20261126',
    clock: '102133',
    amount: 29_900n,
    balance: 10_029_900n,
    other: '莲花贸易（上海）有限公司',
    remark: 'QO2611260001',
    reference: 'C0012K9000A1X0Z',
  },
  {
    day: '20261126',
    clock: '110000',
    amount: -2_000n,
    balance: 10_027_900n,
    other: '汉娜',
    remark: 'QO2611260002',
    reference: 'C0012K9000A1X11',
  },
  {
    day: '20261127',
    clock: '080024',
    amount: 59_800n,
    balance: 10_087_700n,
    other: '汉娜',
    remark: 'QO2611260002',
    reference: 'C0012K9000A1X10',
  },
]

const momentOf = ({ day, clock }: Movement, { daily }: BankExport) =>
  new Date(
    `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${
      daily ? '00:00:00' : `${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}`
    }+08:00`,
  ).toISOString()

const expectedLines = (of: BankExport) =>
  MOVEMENTS.filter(({ amount }) => amount > 0n).map((one) =>
    expect.objectContaining({
      at: momentOf(one, of),
      amount: String(one.amount),
      payer: one.other,
      remark: expect.stringContaining(one.remark),
      reference: of.numbered ? one.reference : expect.stringMatching(/^made-[0-9a-f]{24}$/),
    }),
  )

describe.each(Object.entries(ENCODINGS))('in %s', (_, encode) => {
  test.each(BANK_EXPORTS.map((of) => [of.name, of] as const))('an export of %s is read', (_, of) => {
    const { lines, faults, method, unknown } = readStatement(encode(exportText(of, MOVEMENTS)))
    expect([faults, unknown, method]).toEqual([[], undefined, of.method ?? 'bank'])
    expect(lines).toEqual(expectedLines(of))
    expect(lines.some(({ problem }) => problem)).toBe(false)
  })
})

test.each(BANK_EXPORTS.map((of) => [of.name, of] as const))(
  'of %s, newest first, with tabs, or repeated, the same is read',
  (_, of) => {
    const read = (movements: Movement[], given = of) => readStatement(inUtf8(exportText(given, movements)))
    const first = read(MOVEMENTS)
    expect(read(MOVEMENTS)).toEqual(first)
    const facts = ({ lines }: typeof first) => lines.map(({ line, ...rest }) => rest)
    const backwards = MOVEMENTS.toReversed()
    expect(facts(read(backwards))).toEqual(facts(first).toReversed())
    const isPadded = of.pad?.('').includes('\t')
    if (!isPadded && of.name !== 'Alipay, account')
      expect(facts(read(MOVEMENTS, { ...of, separator: '\t' }))).toEqual(facts(first))
  },
)

describe('a date', () => {
  const head = '交易日,交易时间,起息日,借方金额,贷方金额,摘要,流水号,收/付方名称'
  const read = (...rows: string[]) => readStatement(inUtf8([head, ...rows].join('\n')))

  test.each(['10211126', '19991231', '20261130', '20261332', '102133', '46352', '01/02/2026'])(
    '%s is a fault, and is never replaced by the time',
    (date) => {
      const { lines, faults } = read(`${date},102133,20261126,,299.00,QO2611260001,T1,汉娜`)
      expect([lines, faults.map(({ line, column }) => [line, column])]).toEqual([[], [[2, 'date']]])
    },
  )

  test('of tomorrow with an unreadable time is read by its day', () => {
    const { lines } = read('20261129,later,,,299.00,QO2611260001,T1,汉娜')
    expect(lines.map(({ at }) => at)).toEqual(['2026-11-28T16:00:00.000Z'])
  })

  test('outside the period above the heading is marked', () => {
    for (const above of [
      ['起始日期：2026年11月01日', '终止日期：2026年11月20日'],
      ['查询日期,20261101,至,20261120'],
      ['Period: 2026-11-01 - 2026-11-20'],
    ]) {
      const text = [...above, head, '20261121,,,,1.00,x,T1,a', '20261120,,,,1.00,x,T2,a'].join('\n')
      expect(readStatement(inUtf8(text)).lines.map(({ problem }) => problem)).toEqual(['period', undefined])
    }
  })
})

test('money in another currency is marked', () => {
  const text = '交易日期,币种,收入金额,摘要,流水号\n2026-11-26,美元,299.00,QO2611260001,T1'
  expect(readStatement(inUtf8(text)).lines.map(({ problem }) => problem)).toEqual(['currency'])
})

test('columns that contradict each other or the running balance are refused', () => {
  const problems = (...lines: string[]) =>
    readStatement(inUtf8(lines.join('\n'))).faults.map(({ problem }) => problem.split('.').at(-1))
  const head = '交易日期,借贷标志,借方发生额,贷方发生额,摘要,余额,流水号'
  expect(problems(head, '20261126,借,,299.00,QO2611260001,1.00,T1')).toEqual(['sides'])
  expect(problems(head, '20261126,贷,5.00,299.00,QO2611260001,1.00,T1')).toEqual(['sides'])
  expect(problems(head, '20261126,,,5.00,a,95.00,T1', '20261126,,,6.00,b,89.00,T2')).toEqual(['balance'])
  expect(problems('交易日期,借贷标志,金额,摘要', '20261126,X,299.00,QO2611260001')).toEqual(['direction'])
})

test('money out is never booked as money in, even with a minus, nor a row without its kind', () => {
  const heading =
    '账务流水号,业务流水号,商户订单号,发生时间,收入金额（+元）,支出金额（-元）,账户余额（元）,业务类型'
  const row = (kind: string) => `1,R1,QO2611260001,2026-11-26 10:00:00,0.00,-299.00,701.00,${kind}`
  const went = readStatement(inUtf8([heading, row('收款')].join('\n')))
  expect([went.lines, went.faults]).toEqual([[], []])
  const unclear = readStatement(inUtf8([heading, row('--')].join('\n')))
  expect(unclear).toMatchObject({ lines: [], faults: [{ problem: 'desk.statements.problem.kind' }] })
})

test('amounts without sign or side require a choice', () => {
  const text = '交易日期,交易金额,余额,摘要\n20261126,299.00,1.00,QO2611260001'
  expect(readStatement(inUtf8(text)).unknown?.heading).toEqual(['交易日期', '交易金额', '余额', '摘要'])
})

test.each([
  ['an old Excel file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'xls'],
  ['a page that is named .xls', inUtf8('<html><table><tr><td>交易日期</td></tr></table></html>'), 'xls'],
  ['a PDF file', inUtf8('%PDF-1.7'), 'pdf'],
  ['an empty file', new Uint8Array(0), 'nothing'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d]), 'picture'],
  ['a broken archive', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 0]), 'archive'],
])('%s is refused with words', (_, bytes, problem) => {
  const { lines, faults } = readStatement(bytes)
  expect([lines, faults.map((one) => one.problem)]).toEqual([[], [`desk.statements.problem.${problem}`]])
})
