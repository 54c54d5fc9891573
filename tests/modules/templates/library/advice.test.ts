import { expect, test } from 'vitest'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { adviceIn, type Change, openIn } from '#tests/support/sample-documents.ts'

const TODAY = '2026-11-29'
const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
const months = (count: number) => ({ count, unit: 'month' as const })

/** Lawful answers that the template advises against, each with one advice. */
const cases: [code: string, advice: string, Change][] = [
  ['non-compete', 'share-over-a-year', { fields: { 'rival-period': months(24), 'pay-share': 30 } }],
  [
    'non-compete',
    'sum-over-a-year',
    { chosen: { pay: 'fixed' }, fields: { 'rival-period': months(24), 'pay-sum': cny(9_000) } },
  ],
  [
    'non-compete',
    'penalty-five-times',
    {
      chosen: { pay: 'fixed', penalty: 'fixed' },
      fields: { 'pay-sum': cny(10_000), 'penalty-sum': cny(600_100) },
    },
  ],
  [
    'non-compete',
    'penalty-over-a-million',
    { chosen: { penalty: 'fixed' }, fields: { 'penalty-sum': cny(100_000_000) } },
  ],
  ['non-compete', 'staff-other', { fields: { 'staff-kind': 'other' } }],
  [
    'power-of-attorney',
    'three-years',
    { fields: { 'valid-from': '2026-12-01', 'valid-until': '2029-12-02' } },
  ],
  [
    'power-of-attorney',
    'general-power-of-individual',
    { fields: { 'scope-general': true }, parties: [{ identity: 'individual' }] },
  ],
  [
    'individual-consultant',
    'monthly-for-over-a-year',
    {
      chosen: { fee: 'monthly' },
      fields: { 'start-date': '2027-01-04', 'end-date': '2037-01-03', 'monthly-fee': cny(10_000) },
    },
  ],
  ...([1, 150_000] as const).map((sum): [string, string, Change] => [
    'labour-termination',
    'agreed-below-standard',
    { chosen: { 'severance-due': 'agreed' }, fields: { severance: cny(sum) } },
  ]),
  [
    'labour-termination',
    'agreed-below-capped',
    {
      chosen: { 'severance-due': 'agreed' },
      fields: { 'average-wage': cny(60_000), 'leave-pay': cny(60_000), severance: cny(200_000) },
    },
  ],
  ['labour-termination', 'leave-pay-three-times', { fields: { 'leave-pay': cny(13_793.11) } }],
  [
    'labour-termination',
    'rival-pay-half',
    { chosen: { rival: 'on' }, fields: { 'rival-period': months(24) } },
  ],
  ['premises-lease', 'deposit-three-months', { fields: { deposit: cny(1_000_000), rent: cny(1) } }],
  ['offer-letter', 'starts-within-a-year', { fields: { 'start-date': '2028-01-04' } }],
  ['labour-contract', 'wage-above-lowest', { fields: { wage: cny(1), 'probation-wage': cny(1) } }],
  ['loan', 'ten-years', { fields: { maturity: '2036-12-16' } }],
  [
    'loan',
    'drawn-within-a-year',
    { chosen: { drawdown: 'tranches' }, fields: { 'draw-date': '2026-12-15', 'draw-until': '2027-12-16' } },
  ],
]

test.each(cases)('%s advises %s', (code, advice, change) => {
  expect(adviceIn(code, { ...change, today: TODAY })).toEqual([advice])
})

test('every advice of the library is tried above, and no sample raises one', () => {
  const tried = new Set(cases.map(([code, advice]) => `${code} ${advice}`))
  const missing: string[] = []
  for (const file of templateFiles()) {
    const read = readTemplate(file)
    if (!('template' in read)) throw new Error(`${file} cannot be read`)
    const { code, advise = [] } = read.template
    for (const { id } of advise) if (!tried.has(`${code} ${id}`)) missing.push(`${code} ${id}`)
    expect(adviceIn(code, { today: TODAY })).toEqual([])
  }
  expect(missing).toEqual([])
})

test.each<[code: string, advice: string[], Change]>([
  [
    'loan',
    ['draw-date longPast', 'maturity farAhead'],
    { fields: { 'draw-date': '1990-01-01', maturity: '2999-01-01' } },
  ],
  ['purchase-order', ['delivery-date longPast'], { fields: { 'delivery-date': '1999-01-01' } }],
  [
    'premises-lease',
    ['start-date longPast', 'end-date longPast'],
    { fields: { 'start-date': '1990-01-01', 'end-date': '2009-12-31' } },
  ],
  ['settlement', ['cut-off farAhead'], { fields: { 'cut-off': '2099-01-01' } }],
  [
    'offer-letter',
    ['start-date farAhead'],
    { fields: { 'start-date': '2099-01-04', 'accept-until': '2098-12-31' } },
  ],
])('%s asks about dates far away: %j', (code, advice, change) => {
  expect(adviceIn(code, { ...change, today: TODAY })).toEqual(expect.arrayContaining(advice))
})

test('a first day of work many years ago raises no question, and without a day nothing does', () => {
  const long = { fields: { 'start-date': '2010-01-01', 'contract-date': '2010-01-01' } }
  expect(adviceIn('labour-termination', { ...long, today: TODAY })).toEqual([])
  expect(adviceIn('purchase-order', { fields: { 'delivery-date': '1999-01-01' } })).toEqual([])
})

test('advice leaves nothing else open', () => {
  const wages = { fields: { wage: cny(1), 'probation-wage': cny(1) } }
  expect(openIn('labour-contract', wages)).toEqual([])
})
