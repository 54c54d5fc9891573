import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { type DueDay, dueDays, type KeyDate } from '#assembly/dates/due-days.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import { templateFiles } from '#modules/templates/library/template-files.ts'
import { type Change, sampleAnswers, templateOf } from '#tests/support/sample-documents.ts'
import { goodsRow, tableAnswers, tableTemplate, tableYaml } from '#tests/support/table-template.ts'

const SIGNED_ON = '2026-11-30'
/** Adds working days, with every day a working day. */
const add = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
const months = (count: number) => ({ count, unit: 'month' as const })
const days = (count: number) => ({ count, unit: 'day' as const })

function dueDaysOf(code: string, change: Change = {}): DueDay[] {
  const { template } = templateOf(code)
  return dueDays({ name: '', number: '', template, answers: sampleAnswers(code, change) }, SIGNED_ON, add)
}

const daysIn = (code: string, change: Change = {}) =>
  Object.fromEntries(dueDaysOf(code, change).map(({ key, day }) => [key, day]))

test('a labour contract has its probation, whose first day counts, and its end', () => {
  const fields = { 'start-date': '2027-01-01', 'end-date': '2029-12-31', probation: months(6) }
  expect(daysIn('labour-contract', { fields })).toMatchObject({
    'first-day': '2027-01-01',
    'probation-end': '2027-06-30',
    'contract-end': '2029-12-31',
  })
  // An open-ended contract prints no end, and a dropped probation no end of probation.
  const openEndedDays = daysIn('labour-contract', {
    fields,
    chosen: { term: 'open-ended' },
    dropped: ['probation-term'],
  })
  expect(Object.keys(openEndedDays)).toContain('first-day')
  expect(Object.keys(openEndedDays)).not.toContain('contract-end')
  expect(Object.keys(openEndedDays)).not.toContain('probation-end')
})

test('notice is counted back from the end, which is counted from the day of signing', () => {
  const fields = { term: months(24), 'renewal-notice': days(60) }
  const renewedDays = daysIn('distribution', { fields, chosen: { duration: 'renewed' } })
  expect(renewedDays).toMatchObject({ 'term-end': '2028-11-29', 'renewal-end': '2028-09-30' })
  const fixed = daysIn('distribution', { fields, chosen: { duration: '' } })
  expect(fixed).toMatchObject({ 'term-end': '2028-11-29' })
  expect(fixed).not.toHaveProperty('renewal-end')
  const dated = daysIn('distribution', {
    fields: { ...fields, 'effective-date': '2027-01-01' },
    chosen: { duration: 'renewed', effect: 'on-date' },
  })
  expect(dated).toMatchObject({ 'term-end': '2028-12-31', 'renewal-end': '2028-11-01' })
})

test('a short month ends a period on its last day', () => {
  const fields = { 'start-date': '2027-01-31', probation: months(1) }
  expect(daysIn('offer-letter', { fields })).toMatchObject({ 'probation-end': '2027-02-27' })
})

/**
 * Templates without such dates: one contract does not contain its first day, the other takes effect
 * immediately.
 */
const WITHOUT_DATES = ['non-compete', 'contract-amendment']

const codes = templateFiles().map((file) => basename(file, '.yaml'))

test.each(codes.filter((code) => !WITHOUT_DATES.includes(code)))('the sample of %s has key dates', (code) => {
  const daysOfSample = dueDaysOf(code)
  expect(daysOfSample.length).toBeGreaterThan(0)
  for (const { label, day } of daysOfSample) {
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(label.en_US).toBeTruthy()
  }
})

const row: KeyDate = { id: 'lot', label: { zh_CN: '交货', en_US: 'Delivery' }, on: 'goods.delivery' }

test('a date column has one day for each row that has one, named after the row', () => {
  const template = { ...tableTemplate(), dates: [row] }
  const rows = [goodsRow('1'), goodsRow('2', { delivery: '2027-02-30' }), goodsRow('3', { name: '' })]
  const daysOfRows = dueDays({ name: '', number: '', template, answers: tableAnswers(rows) }, SIGNED_ON, add)
  expect(daysOfRows).toMatchObject([
    {
      key: 'lot:1',
      day: '2026-12-01',
      label: { zh_CN: '交货（伺服电机1）', en_US: 'Delivery (Servo motor 1)' },
    },
    { key: 'lot:3', label: { zh_CN: '交货（3）', en_US: 'Delivery (3)' } },
  ])
})

const withDates = (dates: string) => parseTemplate(`${tableYaml}\ndates:\n${dates}`, 'dates.yaml')

test.each([
  ['on: nowhere', 'noDate'],
  ['on: fee', 'noDayIn'],
  ['on: goods.name', 'noDayIn'],
  ['on: { after: signed, by: fee }', 'noPeriodIn'],
  ['on: { after: later, by: pay-within }', 'noDate'],
  ['on: { after: signed, by: nowhere }', 'noField'],
  ['on: signed, remind: 400', 'notDays'],
  ['on: signed, when: { filled: nowhere }', 'noField'],
  ['on: signed, kind: birthday', 'notOneOf'],
])('a date that is %s is the fault %s', (rule, code) => {
  const label = 'label: { zh_CN: 日, en_US: Day }'
  const read = withDates(`  - { id: first, ${label}, ${rule} }\n  - { id: later, ${label}, on: signed }`)
  expect('problems' in read && read.problems[0]?.fault.code).toBe(code)
})

test('a date may be counted from one before it; its id is not that of a field', () => {
  const label = 'label: { zh_CN: 日, en_US: Day }'
  const rule = 'on: { before: first, by: pay-within }'
  const chained = `  - { id: first, ${label}, on: [goods.delivery, signed] }\n  - { id: later, ${label}, ${rule} }`
  expect(withDates(chained)).toHaveProperty('template')
  const resultOfTakenId = withDates(`  - { id: fee, ${label}, on: signed }`)
  expect('problems' in resultOfTakenId && resultOfTakenId.problems[0]?.fault.code).toBe('idTaken')
})
