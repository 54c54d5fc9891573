import { describe, expect, test } from 'vitest'
import { blankAnswers } from '#assembly/blank.ts'
import type { Field } from '#assembly/template/template.ts'
import { checkOf } from '#modules/batches/batch.ts'
import { faultWords, isGood } from '#modules/batches/table/check-row.ts'
import { columnsOf, headsOf } from '#modules/batches/table/columns.ts'
import { readCell } from '#modules/batches/table/read-cell.ts'
import { MAX_ROWS, readRows } from '#modules/batches/table/read-table.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { LOCALES } from '#src/core/i18n.ts'

const template = findTemplate('labour-contract')
const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
const model = { template, answers: blankAnswers(template, languages) }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const readTable = (text: string) => readRows(bytesOf(text), model)

test('column heads are recognised in every language', () => {
  const columns = columnsOf(model)
  for (const locale of LOCALES) {
    const heads = headsOf(model, columns, locale)
    expect(new Set(heads).size).toBe(columns.length)
    const table = readTable(
      `${heads.map((head) => `"${head}"`).join()}\n${heads.map((_, n) => `x${n}`).join()}\n`,
    )
    expect(table).toMatchObject({ ignored: [] })
    expect('rows' in table && Object.keys(table.rows[0]!.cells)).toEqual(columns.map(({ id }) => id))
  }
})

describe('a table is refused', () => {
  const REFUSED_TABLES: [string, string, string][] = [
    ['without a row', '乙方 · 姓名\n', 'empty'],
    ['without a known head', 'Foo,Bar\n1,2\n', 'noColumn'],
    ['with a head twice', '乙方 · 姓名,Party B · Name\n王,Wang\n', 'twice'],
    ['that is a PDF', '%PDF-1.7\n1 0 obj\n', 'workbook'],
    ['that is a picture', '\u0000\u0001JFIF\nabc\n', 'workbook'],
    ['with too many rows', `乙方 · 姓名\n${'王\n'.repeat(MAX_ROWS + 1)}`, 'tooMany'],
  ]
  test.each(REFUSED_TABLES)('%s', (_, text, problem) => expect(readTable(text)).toMatchObject({ problem }))
})

describe('a cell', () => {
  const field = (more: Partial<Field>) => ({ id: 'x', group: 'other', label: {}, ...more }) as Field
  const money = field({ type: 'money', currencies: ['CNY', 'USD', 'JPY'] })
  const options = [
    { id: 'full', label: { zh_CN: '全日制', en_US: 'Full time' }, text: { zh: '全日制', en: 'full-time' } },
  ]
  const CELLS: [Field, string, unknown][] = [
    [field({ type: 'date' }), '2027-01-05', { value: '2027-01-05' }],
    [field({ type: 'date' }), '2027/1/5', { value: '2027-01-05' }],
    [field({ type: 'date' }), '2027年1月5日', { value: '2027-01-05' }],
    [field({ type: 'date' }), '2027-02-30', { problem: 'noSuchDay' }],
    [field({ type: 'date' }), '5/1/2027', { problem: 'noSuchDay' }],
    [money, '12,000', { value: { amount: 1_200_000, currency: 'CNY' } }],
    [money, 'USD 10.50', { value: { amount: 1050, currency: 'USD' } }],
    [money, '8000元', { value: { amount: 800_000, currency: 'CNY' } }],
    [money, 'EUR 5', { problem: 'unknownCurrency' }],
    [money, '10.505', { problem: 'wrongType' }],
    [money, 'a lot', { problem: 'wrongType' }],
    [field({ type: 'number' }), '３６', { value: 36 }],
    [field({ type: 'period', units: ['month', 'year'] }), '3', { value: { count: 3, unit: 'month' } }],
    [field({ type: 'period', units: ['month', 'year'] }), '2 years', { value: { count: 2, unit: 'year' } }],
    [field({ type: 'period', units: ['month', 'year'] }), '2年', { value: { count: 2, unit: 'year' } }],
    [field({ type: 'period', units: ['month'] }), '2 days', { problem: 'unknownUnit' }],
    [field({ type: 'choice', options }), '全日制', { value: 'full' }],
    [field({ type: 'choice', options }), 'FULL TIME', { value: 'full' }],
    [field({ type: 'choice', options }), 'Half', { problem: 'unknownOption' }],
    [field({ type: 'boolean' }), '是', { value: true }],
    [field({ type: 'boolean' }), 'No', { value: false }],
    [field({ type: 'boolean' }), 'maybe', { problem: 'wrongType' }],
  ]
  test.each(CELLS)('of %j: %s', (one, cell, reading) =>
    expect(readCell(one, cell, undefined)).toEqual(reading),
  )
})

test('a row shows each problem and its column, in the viewer’s language', () => {
  const row = checkOf(model)({ 'party:b.name': '王明', 'party:b.email': 'wang', 'field:start-date': 'soon' })
  expect(isGood(row)).toBe(false)
  const problems = row.faults.filter(({ later }) => !later)
  expect(problems.map(({ column }) => column)).toEqual(['field:start-date', 'party:b.email'])
  expect(LOCALES.map((locale) => faultWords(problems[1]!, locale))).toEqual([
    '格式不正确',
    '格式不正確',
    'Format is incorrect',
  ])
  expect(row.name).toContain('王明')
})

test('an unprintable character is named, because it may be invisible', () => {
  const { faults } = checkOf(model)({ name: 'x\u202ey' })
  const [fault] = faults.filter(({ column }) => column === 'name')
  expect(faultWords(fault!, 'en_US')).toContain('U+202E')
})
