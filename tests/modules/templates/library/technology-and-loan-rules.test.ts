import { describe, expect, it } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import type { TableValue } from '#assembly/template/template.ts'
import { identityCard } from '#tests/support/identity-card.ts'
import { type Change, openPointsIn, templateOf, treeOf } from '#tests/support/sample-documents.ts'

type Case = [rule: string, Change]

const usd = { amount: 5_000_000, currency: 'USD' }
const domesticParties: Change['parties'] = [{ place: 'mainland' }, { place: 'mainland' }]
const effective = (day: string): Change => ({
  chosen: { effect: 'on-date' },
  fields: { 'effective-date': day },
})

const whole = repaid([
  ['2027-12-15', 1_000_000],
  ['2028-12-14', 2_000_000],
])

/** The rules of the shared blocks, which one other test checks. */
const shared = ['notice-address', 'hongkong-law-basis', 'hkiac-basis', 'seat-basis']

const cases: Record<string, { broken: Case[]; kept: Case[] }> = {
  'data-processing': {
    broken: [
      ['start-before-end', { fields: { 'end-date': '2026-12-15' } }],
      ['effective-before-start', effective('2026-12-16')],
      ['abroad-needs-route', { parties: [{}, { place: 'hmt' }] }],
      ['cap-in-cny', { chosen: { extent: 'own-cap' }, fields: { 'liability-sum': usd } }],
      [
        'exempt-under-100000',
        {
          fields: {
            export: 'exempt',
            'exempt-ground': 'small',
            'people-count': 2_000_000,
            'export-count': 2_000_000,
          },
        },
      ],
      [
        'exempt-under-100000',
        {
          fields: { export: 'exempt', 'exempt-ground': 'small', sensitive: true, 'people-count': 2_000_000 },
        },
      ],
      ['assessed-from-a-million', { fields: { export: 'contract', 'export-count': 1_000_000 } }],
      [
        'sensitive-under-ten-thousand',
        { fields: { export: 'certified', sensitive: true, 'export-sensitive-count': 10_000 } },
      ],
      [
        'sensitive-within-number',
        {
          fields: { export: 'contract', sensitive: true, 'export-count': 100, 'export-sensitive-count': 101 },
        },
      ],
    ],
    kept: [
      [
        'a processor abroad, by standard contract',
        { parties: [{}, { place: 'hmt' }], fields: { export: 'contract' } },
      ],
      ['effect on the day it starts', effective('2026-12-15')],
      [
        'a cap in dollars with a processor abroad',
        {
          parties: [{}, { place: 'abroad' }],
          chosen: { extent: 'own-cap' },
          fields: { 'liability-sum': usd, export: 'exempt' },
        },
      ],
      [
        'no dates where it lasts as long as the main contract',
        { fields: { duration: 'main', 'end-date': '' } },
      ],
    ],
  },
  'software-development': {
    broken: [
      ['start-before-delivery', { fields: { 'delivery-date': '2026-12-01' } }],
      ['effective-before-start', effective('2026-12-02')],
      ['four-shares', { fields: { 'share-warranty': 6 } }],
      ['three-shares', { fields: { retention: 'none' } }],
      ['source-with-ownership', { fields: { source: 'escrow' } }],
      ['price-in-cny', { fields: { price: usd, 'day-rate': usd }, parties: domesticParties }],
      [
        'day-rate-in-cny',
        { fields: { method: 'agile', 'day-rate': usd, budget: usd }, parties: domesticParties },
      ],
      [
        'maintenance-in-cny',
        { fields: { maintenance: true, 'maintenance-fee': usd }, parties: domesticParties },
      ],
      ['budget-same-currency', { fields: { method: 'agile', budget: { ...usd, amount: 90_000_000 } } }],
      ['rate-within-budget', { fields: { method: 'agile', budget: { amount: 199_999, currency: 'CNY' } } }],
      ['change-same-currency', { fields: { 'day-rate': usd } }],
    ],
    kept: [
      ['three stages of 100%', { fields: { retention: 'none', 'share-acceptance': 40 } }],
      [
        'escrow of what the developer owns',
        { chosen: { ownership: 'developer' }, fields: { source: 'escrow' } },
      ],
      [
        'agile work without a price or a date',
        { fields: { method: 'agile', price: '', 'delivery-date': '' } },
      ],
      [
        '13% on a price without tax',
        {
          fields: { tax: 'exclusive', 'tax-rate': 13 },
        },
      ],
      [
        'dollars with a client abroad',
        {
          parties: [{ place: 'abroad' }],
          fields: { price: usd, 'day-rate': { ...usd, amount: 30_000 } },
        },
      ],
    ],
  },
  loan: {
    broken: [
      ['draw-before-maturity', { fields: { repayment: 'bullet', 'draw-date': '2028-12-14' } }],
      ['draws-in-order', { chosen: { drawdown: 'tranches' }, fields: { 'draw-until': '2026-12-14' } }],
      ['draws-before-maturity', { chosen: { drawdown: 'tranches' }, fields: { 'draw-until': '2028-12-14' } }],
      ['effective-before-draw', effective('2026-12-16')],
      ['rate-within-cap', { fields: { rate: 12.01 } }],
      ['floating-within-cap', { fields: { interest: 'lpr', margin: 9.01 } }],
      ['late-within-cap', { fields: { 'late-rate': 12.01 } }],
      ['amount-in-cny', { fields: { amount: usd } }],
      ['lpr-for-cny', { fields: { amount: usd, interest: 'lpr' }, parties: [{ place: 'hmt' }] }],
      [
        'instalments-add-up',
        {
          fields: {
            instalments: repaid([
              ['2027-12-15', 1],
              ['2028-06-15', 2],
            ]),
          },
        },
      ],
      ['instalments-add-up', { fields: { instalments: { ...whole, currency: 'USD' } } }],
      [
        'instalments-in-order',
        {
          fields: {
            instalments: repaid([
              ['2028-06-15', 1],
              ['2027-12-15', 2_999_999],
            ]),
          },
        },
      ],
      [
        'first-after-draw',
        {
          fields: {
            instalments: repaid([
              ['2026-12-15', 1],
              ['2027-12-15', 2_999_999],
            ]),
          },
        },
      ],
      [
        'last-by-maturity',
        {
          fields: {
            instalments: repaid([
              ['2027-12-15', 1],
              ['2028-12-15', 2_999_999],
            ]),
          },
        },
      ],
      ['affiliate-is-company', { fields: { relation: 'affiliate' }, parties: [{ identity: 'individual' }] }],
      ['guarantor-of-age', guaranteedBy('2008-12-16')],
      ['second-guarantor-of-age', guaranteedBy('1980-01-01', '2008-12-16')],
      ['third-guarantor-of-age', guaranteedBy('1980-01-01', '1980-01-02', '2008-12-16')],
      ['languages languageNeeded', { languages: { primary: 'en', bilingual: false } }],
    ],
    kept: [
      ['a guarantor of eighteen on the day', guaranteedBy('2008-12-15')],
      ['four times the prime rate', { fields: { rate: 12, 'late-rate': 12 } }],
      ['a margin up to four times the prime rate', { fields: { interest: 'lpr', margin: 9 } }],
      ['two instalments, the last on the day of maturity', { fields: { instalments: whole } }],
      ['three guarantors', guaranteedBy('1980-01-01', '1980-01-02', '1980-01-03')],
      ['no interest, on demand', { fields: { interest: 'none', repayment: 'demand', rate: '' } }],
      [
        'dollars from a shareholder abroad',
        { fields: { amount: usd, repayment: 'bullet' }, parties: [{ place: 'abroad' }] },
      ],
      ['an individual shareholder', { parties: [{ identity: 'individual' }] }],
    ],
  },
}

function guaranteedBy(...born: string[]): Change {
  const guarantors = born.map((day, index) => ({
    identity: 'individual' as const,
    name: `周小敏${'甲乙丙'[index]}`,
    nameEn: `Zhou Xiaomin ${index + 1}`,
    idNumber: identityCard(day),
    address: '上海市徐汇区衡山路100号',
    addressEn: '100 Hengshan Road, Xuhui District, Shanghai',
    email: 'zhou@lotus.example',
  }))
  return { parties: [{}, {}, ...guarantors] }
}

/** Instalments of a loan of 3,000,000. */
function repaid(instalments: [due: string, sum: number][]): TableValue {
  const rows = instalments.map(([due, sum], index) => ({
    id: `r${index + 1}`,
    cells: { due, sum: sum * 100 },
  }))
  return { currency: 'CNY', rows }
}

describe.each(Object.entries(cases))('%s', (code, { broken, kept }) => {
  it.each(broken)('is not final: %s', (rule, change) => {
    expect(openPointsIn(code, change)).toContain(rule)
  })

  it.each(kept)('is final with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('has every rule of the template tested above', () => {
    const tried = new Set([...shared, ...broken.map(([rule]) => rule)])
    expect(
      (templateOf(code).template.rules ?? []).map(({ id }) => id).filter((id) => !tried.has(id)),
    ).toEqual([])
  })
})

const english = (code: string, change: Change) => plainText(treeOf(code, change), 'en')

it('lists no sub-processors if sub-processing is prohibited', () => {
  expect(english('data-processing', {})).toContain('Annex 2 List of Sub-processors')
  expect(english('data-processing', { chosen: { sub: 'barred' } })).not.toMatch(/Annex 2|each sub-processor/)
})

it('registers a loan from abroad as foreign debt, and has it reviewed if it exceeds a year', () => {
  const abroad = { parties: [{ place: 'abroad' as const }] }
  const year = { repayment: 'bullet', maturity: '2027-12-15' }
  expect(english('loan', {})).not.toMatch(/foreign debt by way of|withhold on interest/)
  const person = { identity: 'individual', idNumber: identityCard('1980-01-01') } as const
  expect(english('loan', { parties: [person] })).toContain('at the rate of 20%')
  expect(english('loan', { parties: [{ ...person, place: 'hmt' }] })).not.toContain('at the rate of 20%')
  expect(english('loan', {})).not.toContain('at the rate of 20%')
  expect(english('loan', abroad)).toMatch(
    /foreign debt by way of[\s\S]*medium and long-term[\s\S]*withhold on interest/,
  )
  expect(english('loan', { ...abroad, fields: year })).not.toContain('medium and long-term')
  expect(english('loan', { ...abroad, fields: { ...year, maturity: '2027-12-16' } })).toContain(
    'medium and long-term',
  )
})

it('sets a guarantor a period, and a separate event of default', () => {
  expect(english('loan', {})).not.toContain('guarant')
  const guaranteed = english('loan', {
    count: 3,
    parties: [{}, {}, { name: '周明', identity: 'individual' }],
  })
  expect(guaranteed).toMatch(/jointly and severally liable[\s\S]*guarantee period shall be three \(3\) years/)
  expect(guaranteed).toContain('any guarantor loses or may lose')
})
