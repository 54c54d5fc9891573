import { expect, test } from 'vitest'
import type { TableValue } from '#assembly/template/template.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { adviceIn, type Change, openPointsIn } from '#tests/support/sample-documents.ts'

const TODAY = '2026-11-29'
const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
const days = (count: number) => ({ count, unit: 'day' as const })
const years = (count: number) => ({ count, unit: 'year' as const })
const months = (count: number) => ({ count, unit: 'month' as const })

const longPlan: TableValue = {
  currency: 'CNY',
  rows: [
    { id: 'r1', cells: { due: '2026-12-15', sum: 40_000_000 } },
    { id: 'r2', cells: { due: '2028-11-01', sum: 40_000_000 } },
  ],
}
const reduced: Change = {
  fields: { 'with-reduction': true, 'reduction-amount': cny(6_000_000), 'capital-reduced': cny(4_000_000) },
}
/** Templates that offer a choice between courts and arbitration. */
const COURTS = templateFiles()
  .map((file) => readTemplate(file))
  .flatMap((read) => ('template' in read ? [read.template] : []))
  .filter(({ advise = [] }) => advise.some(({ id }) => id === 'court-with-abroad'))
  .map(({ code }) => code)

/** Lawful answers against which the template advises, each with one advice. */
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
  [
    'premises-lease',
    'deposit-three-months',
    { fields: { deposit: cny(1_000_000), rent: cny(1), 'break-fee': cny(3) } },
  ],
  ['offer-letter', 'starts-within-a-year', { fields: { 'start-date': '2028-01-04' } }],
  ['labour-contract', 'wage-above-lowest', { fields: { wage: cny(1), 'probation-wage': cny(1) } }],
  ['loan', 'ten-years', { fields: { maturity: '2036-12-16' } }],
  [
    'loan',
    'drawn-within-a-year',
    { chosen: { drawdown: 'tranches' }, fields: { 'draw-date': '2026-12-15', 'draw-until': '2027-12-16' } },
  ],
  ['purchase-order', 'advance-half', { chosen: { payment: 'advance' }, fields: { 'advance-share': 51 } }],
  ['purchase-order', 'payment-sixty', { fields: { 'payment-period': days(61) } }],
  ['purchase-order', 'delay-cap-usual', { fields: { 'late-cap': 21 } }],
  [
    'sales-contract',
    'advance-half',
    { chosen: { payment: 'staged' }, fields: { 'advance-share': 51, 'delivery-share': 30, earnest: '' } },
  ],
  ['sales-contract', 'payment-sixty', { fields: { 'payment-period': days(61) } }],
  ['sales-contract', 'delay-cap-usual', { fields: { 'late-cap': 21 } }],
  ['sales-contract', 'late-rate-usual', { fields: { 'late-rate': 0.06 } }],
  ['international-sale', 'advance-half', { fields: { 'advance-share': 51 } }],
  [
    'international-sale',
    'open-account-ninety',
    { chosen: { payment: 'open-account' }, fields: { 'payment-period': days(91) } },
  ],
  ['international-sale', 'interest-usual', { fields: { 'interest-rate': 16 } }],
  ['international-sale', 'delay-cap-usual', { fields: { 'late-cap': 11 } }],
  ['distribution', 'term-five-years', { fields: { term: months(61) } }],
  ['distribution', 'convenience-three-months', { fields: { 'convenience-notice': days(60) } }],
  ['framework-purchase', 'term-five-years', { fields: { term: months(61) } }],
  ['framework-purchase', 'delay-cap-usual', { fields: { 'late-cap': 21 } }],
  [
    'framework-purchase',
    'payment-sixty',
    { fields: { 'supplier-size': 'large', 'payment-period': days(61) } },
  ],
  ['service-agreement', 'advance-half', { fields: { 'advance-share': 51 } }],
  ['service-agreement', 'late-rate-usual', { fields: { 'late-rate': 0.1 } }],
  ['service-agreement', 'secrecy-five-years', { fields: { 'secrecy-term': years(6) } }],
  [
    'software-development',
    'advance-half',
    { fields: { 'share-signing': 51, 'share-delivery': 24, 'share-acceptance': 20 } },
  ],
  ['software-development', 'late-rate-usual', { fields: { 'late-rate': 0.06 } }],
  ['software-development', 'delay-cap-usual', { fields: { 'delay-cap': 25 } }],
  ['premises-lease', 'late-rate-usual', { fields: { 'late-rate': 0.06 } }],
  ['premises-lease', 'increase-ten', { fields: { increase: 11 } }],
  ['premises-lease', 'leaving-three-months', { fields: { 'walk-away-months': 4 } }],
  ['premises-lease', 'break-three-months', { fields: { 'break-fee': cny(168_001) } }],
  ['mutual-nda', 'secrecy-five-years', { fields: { 'secrecy-term': years(6) } }],
  ['mutual-nda', 'damages-a-million', { fields: { 'breach-amount': cny(1_000_001) } }],
  ['mutual-nda', 'no-hire-a-year', { fields: { 'no-hire-period': months(13) } }],
  ['one-way-nda', 'secrecy-five-years', { fields: { 'secrecy-term': years(6) } }],
  ['one-way-nda', 'damages-a-million', { fields: { 'breach-amount': cny(1_000_001) } }],
  ['individual-consultant', 'payment-thirty', { fields: { 'payment-within': days(31) } }],
  ['data-processing', 'incident-a-day', { fields: { 'incident-hours': 25 } }],
  ['data-processing', 'return-in-thirty-days', { fields: { 'return-within': days(31) } }],
  [
    'labour-contract',
    'rival-share-over-a-year',
    { fields: { 'non-compete': true, 'rival-period': months(13), 'rival-pay': 49 } },
  ],
  ['labour-contract', 'training-three-years', { fields: { 'training-period': months(37) } }],
  ['labour-amendment', 'wage-not-reduced', { fields: { 'wage-after': cny(29_999) } }],
  [
    'offer-letter',
    'repaid-within-two-years',
    { fields: { relocation: cny(20_000), 'relocation-months': 25 } },
  ],
  ...([896_001, 1_664_001] as const).map((price): [string, string, Change] => [
    'contract-amendment',
    'price-by-a-third',
    { fields: { 'price-after': cny(price > 1e6 ? price : 895_999) } },
  ]),
  ['loan', 'late-above-half-more', { fields: { 'late-rate': 6.76 } }],
  ['loan', 'demand-among-affiliates', { fields: { repayment: 'demand', relation: 'other' } }],
  ['settlement', 'late-rate-usual', { fields: { 'late-rate': 0.06 } }],
  ['settlement', 'waiver-half', { fields: { plan: 'lump', 'settled-sum': cny(429_999) } }],
  ['settlement', 'paid-within-two-years', { fields: { 'cut-off': '2026-10-31', instalments: longPlan } }],
  ['shareholders-resolution', 'reduction-over-half', reduced],
  ['sole-shareholder-decision', 'reduction-over-half', reduced],
  ['board-resolution', 'one-signatory-a-million', { fields: { 'single-limit': cny(1_000_001) } }],
  ['board-resolution', 'loan-five-years', { fields: { 'with-loan': true, 'loan-term': months(61) } }],
  ...COURTS.map((code): [string, string, Change] => [
    code,
    'court-with-abroad',
    {
      chosen: { 'dispute-resolution': '' },
      parties: [{ place: 'abroad', identity: 'company', idNumber: 'GB 1' }],
    },
  ]),
]

test.each(cases)('%s advises %s', (code, advice, change) => {
  expect(adviceIn(code, { ...change, today: TODAY })).toEqual([advice])
})

test('every advice of the library is tested above, and no sample raises one', () => {
  const tried = new Set(cases.map(([code, advice]) => `${code} ${advice}`))
  const missing: string[] = []
  for (const file of templateFiles()) {
    const parsed = readTemplate(file)
    if (!('template' in parsed)) throw new Error(`${file} cannot be read`)
    const { code, advise = [] } = parsed.template
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

test('a first day of work many years ago raises no question, nor does a missing day', () => {
  const longValues = { fields: { 'start-date': '2010-01-01', 'contract-date': '2010-01-01' } }
  expect(adviceIn('labour-termination', { ...longValues, today: TODAY })).toEqual([])
  expect(adviceIn('purchase-order', { fields: { 'delivery-date': '1999-01-01' } })).toEqual([])
})

test('advice adds no other open point', () => {
  const wages = { fields: { wage: cny(1), 'probation-wage': cny(1) } }
  expect(openPointsIn('labour-contract', wages)).toEqual([])
})
