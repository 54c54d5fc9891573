import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStatement } from '#modules/orders/desk/bank/read-statement.ts'
import { setClock } from '#src/core/clock.ts'
import { BANK_EXPORTS, exportText, type Movement, recordsOf } from '#tests/support/statements/bank-exports.ts'
import { inGbk, inUtf8 } from '#tests/support/statements/encodings.ts'
import { workbookOf } from '#tests/support/statements/workbook.ts'

beforeAll(() => setClock(() => new Date('2026-11-28T12:00:00+08:00')))
afterAll(() => setClock(null))

const MOVEMENT: Movement = {
  day: '20261126',
  clock: '102133',
  amount: 29_900n,
  balance: 10_029_900n,
  other: '汉娜',
  remark: 'QO2611260001',
  reference: 'C0012K9000A1X0Z',
}

test.each(BANK_EXPORTS.map((of) => [of.name, of] as const))('%s is read from XLSX as from CSV', (_, of) => {
  const { above, heading, rows, below } = recordsOf(of, [MOVEMENT])
  const facts = ({ lines }: ReturnType<typeof readStatement>) => lines.map(({ line, ...rest }) => rest)
  const fromText = facts(readStatement(inUtf8(exportText(of, [MOVEMENT]))))
  expect(fromText).toHaveLength(1)
  for (const inline of [true, false]) {
    const read = readStatement(workbookOf([...above, heading, ...rows, ...below], { inline }))
    expect([read.faults, facts(read)]).toEqual([[], fromText])
  }
})

test('dates, times and amounts that a workbook stores as numbers are read as displayed', () => {
  const heading = ['交易日期', '交易时间', '收入金额', '摘要', '流水号']
  const rest = ['QO2611260001', 'T1']
  const read = readStatement(
    workbookOf([
      heading,
      [
        { number: '46352', as: 'date' },
        { number: '0.431631944444444', as: 'time' },
        { number: '299.00000000000006' },
        ...rest,
      ],
      [{ number: '46352.431631944', as: 'both' }, '', { number: '299' }, 'a', 'T2'],
      [{ number: '20261126' }, { number: '80024' }, { number: '1E2' }, 'b', 'T3'],
    ]),
  )
  expect(read.faults).toEqual([])
  expect(read.lines.map(({ at, amount }) => [at, amount])).toEqual([
    ['2026-11-26T02:21:33.000Z', '29900'],
    ['2026-11-26T02:21:33.000Z', '29900'],
    ['2026-11-26T00:00:24.000Z', '10000'],
  ])
  const serial = readStatement(workbookOf([heading, [{ number: '46352' }, '', '299.00', ...rest]]))
  expect(serial.faults.map(({ problem }) => problem)).toEqual(['desk.statements.problem.date'])
})

test('in an archive the detail file is found beside its summary; two statements are refused', () => {
  const alipay = BANK_EXPORTS.find(({ name }) => name === 'Alipay, account')!
  const detail = inGbk(exportText(alipay, [MOVEMENT]))
  const summary = inGbk('#支付宝账务汇总查询\r\n类型,总笔数,收入,支出\r\n在线支付,1,299.00,0.00\r\n')
  const files = { '2088_账务明细(汇总).csv': summary, '2088_账务明细.csv': detail, 'readme.md': inUtf8('x') }
  expect(readStatement(zipSync(files))).toMatchObject({
    method: 'alipay',
    faults: [],
    lines: [{ amount: '29900' }],
  })
  const twice = readStatement(zipSync({ 'a.csv': detail, 'b.csv': detail }))
  expect(twice.faults.map(({ problem }) => problem)).toEqual(['desk.statements.problem.several'])
})

test('an archive whose files are too large to unpack is refused', () => {
  const bomb = zipSync({ 'a.csv': new Uint8Array(17 * 1024 * 1024) })
  expect(bomb.length).toBeLessThan(100_000)
  expect(readStatement(bomb).faults.map(({ problem }) => problem)).toEqual([
    'desk.statements.problem.archive',
  ])
})
