import { describe, expect, it } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import type { TableValue } from '#assembly/template/template.ts'
import { type Change, openPointsIn, templateOf, treeOf } from '#tests/support/sample-documents.ts'

const days = (count: number) => ({ count, unit: 'day' as const })
const months = (count: number) => ({ count, unit: 'month' as const })
const money = (amount: number, currency: string) => ({ amount: amount * 100, currency })
const mainland: Pick<Change, 'parties'> = {
  parties: [
    { place: 'mainland', idNumber: '91330106MA2H7QHX86' },
    { place: 'mainland', idNumber: '91320594MA1K7QHW2G' },
  ],
}

const broken: Record<string, [what: string, change: Change, rule: string][]> = {
  'framework-purchase': [
    [
      'with hidden defects inspected before visible ones',
      { fields: { 'hidden-period': days(3) } },
      'hidden-after-visible',
    ],
    [
      'with a forecast that binds longer than it reaches',
      { chosen: { forecast: 'binding' }, fields: { 'binding-horizon': months(7) } },
      'binding-within-forecast',
    ],
    [
      'with delivery due before an order need be answered',
      { fields: { 'confirm-within': days(30), 'lead-time': days(29) } },
      'answer-before-delivery',
    ],
    [
      'with more time to remedy than the warranty lasts',
      { fields: { 'warranty-period': months(1), 'repair-period': days(31) } },
      'remedy-within-warranty',
    ],
    [
      'with a notice longer than the term',
      { fields: { 'convenience-notice': months(13), term: months(12) } },
      'convenience-within-term',
    ],
    [
      'with a renewal refused before it begins',
      {
        chosen: { duration: 'renewed' },
        dropped: ['convenience'],
        fields: { 'renewal-notice': months(12), term: months(11) },
      },
      'renewal-within-term',
    ],
  ],
  distribution: [
    [
      'with hidden defects inspected before visible ones',
      { fields: { 'hidden-period': days(3) } },
      'hidden-after-visible',
    ],
    [
      'losing an exclusivity that it does not have',
      { chosen: { 'minimum-missed': 'lose-exclusivity' } },
      'exclusivity-to-lose',
    ],
    ['in euros within the mainland', mainland, 'mainland-in-cny'],
    ['with prices in another currency', { fields: { 'product-list': goodsIn('USD') } }, 'prices-in-currency'],
    [
      'with a minimum in another currency',
      { fields: { 'min-purchase': money(600_000, 'USD') } },
      'minimum-in-currency',
    ],
    [
      'with credit in another currency',
      { chosen: { payment: 'credit' }, fields: { 'credit-limit': money(1000, 'CNY') } },
      'credit-in-currency',
    ],
    [
      'importing within the mainland',
      {
        ...mainland,
        chosen: { delivery: 'import' },
        fields: { currency: 'cny', 'min-purchase': money(1000, 'CNY'), 'product-list': goodsIn('CNY') },
      },
      'import-across-border',
    ],
    [
      'with a notice longer than the term',
      { fields: { 'convenience-notice': months(7), term: months(6) } },
      'convenience-within-term',
    ],
    [
      'with a renewal refused before it begins',
      {
        chosen: { duration: 'renewed' },
        dropped: ['convenience'],
        fields: { 'renewal-notice': months(4), term: months(3) },
      },
      'renewal-within-term',
    ],
  ],
  'international-sale': [
    ['within the mainland', mainland, 'across-a-border'],
    [
      'whose goods do not add up to the price',
      { fields: { price: { amount: 7_000_001, currency: 'USD' } } },
      'goods-add-up',
    ],
    [
      'whose goods are priced in another currency',
      { fields: { price: { amount: 7_000_000, currency: 'EUR' } } },
      'goods-add-up',
    ],
    [
      'with hidden defects claimed before visible ones',
      { fields: { 'hidden-period': days(29) } },
      'hidden-after-visible',
    ],
    [
      'with documents presented after the credit',
      { chosen: { payment: 'lc' }, fields: { 'lc-validity': days(20) } },
      'presentation-within-validity',
    ],
    [
      'by letter of credit ex works',
      { chosen: { payment: 'lc' }, fields: { incoterm: 'exw' } },
      'credit-needs-transport',
    ],
    [
      'effective after shipment',
      { chosen: { effect: 'on-date' }, fields: { 'effective-date': '2027-04-01' } },
      'effective-before-shipment',
    ],
  ],
}

const finalCases: Record<string, [what: string, change: Change][]> = {
  'framework-purchase': [
    [
      'with a forecast that binds as long as it reaches',
      { chosen: { forecast: 'binding' }, fields: { 'binding-horizon': months(6) } },
    ],
    [
      'with an answer on the day of delivery',
      { fields: { 'confirm-within': days(30), 'lead-time': days(30) } },
    ],
    ['with a notice as long as the term', { fields: { 'convenience-notice': months(12), term: months(12) } }],
    [
      'indefinite, whatever the notices for a term',
      { chosen: { duration: 'indefinite' }, fields: { 'convenience-notice': months(24) } },
    ],
  ],
  distribution: [
    [
      'losing exclusivity that it has',
      { chosen: { 'minimum-missed': 'lose-exclusivity', appointment: 'exclusive' } },
    ],
    [
      'losing sole rights that it has',
      { chosen: { 'minimum-missed': 'lose-exclusivity', appointment: 'sole' } },
    ],
    [
      'in yuan within the mainland',
      {
        ...mainland,
        fields: { currency: 'cny', 'min-purchase': money(1000, 'CNY'), 'product-list': goodsIn('CNY') },
      },
    ],
    ['importing on credit in euros', { chosen: { delivery: 'import', payment: 'credit' } }],
  ],
  'international-sale': [
    [
      'by letter of credit that outlasts its documents',
      { chosen: { payment: 'lc' }, fields: { 'lc-validity': days(21) } },
    ],
    ['by transfer ex works', { fields: { incoterm: 'exw' } }],
    [
      'effective on the day of shipment',
      { chosen: { effect: 'on-date' }, fields: { 'effective-date': '2027-03-31' } },
    ],
    [
      'under the law of Singapore, heard in Hong Kong',
      {
        chosen: { 'dispute-resolution': 'hkiac', cisg: 'excluded' },
        fields: { 'governing-law-choice': 'singapore' },
      },
    ],
  ],
}

function goodsIn(currency: string): TableValue {
  const cells = {
    name: { zh: '切割头', en: 'Cutting head' },
    model: 'NL-30',
    unit: { zh: '台', en: 'piece' },
  }
  return { currency, rows: [{ id: 'r1', cells: { ...cells, price: 420_000 } }] }
}

const cases = <Rest extends unknown[]>(tables: Record<string, Rest[]>): [string, ...Rest][] =>
  Object.entries(tables).flatMap(([code, rows]) => rows.map((row): [string, ...Rest] => [code, ...row]))

/** Rules of the shared blocks, which their own test checks. */
const shared = ['notice-address', 'hongkong-law-basis', 'hkiac-basis', 'seat-basis']

describe('these answers are not final', () => {
  it.each(cases(broken))('is %s %s', (code, _, change, rule) => {
    expect(openPointsIn(code, change)).toEqual([rule])
  })

  it.each(Object.entries(broken))('is %s by any other rule', (code, rows) => {
    const tried = new Set(rows.map(([, , rule]) => rule))
    const rules = (templateOf(code).template.rules ?? []).map(({ id }) => id)
    expect(rules.filter((id) => !tried.has(id) && !shared.includes(id))).toEqual([])
  })

  it.each([
    ['framework-purchase', 'price-list'],
    ['distribution', 'product-list'],
    ['international-sale', 'goods-list'],
  ])('is %s without its annex', (code, field) => {
    expect(openPointsIn(code, { fields: { [field]: '' } })).not.toEqual([])
  })
})

describe('these answers are final', () => {
  it.each(cases(finalCases))('is %s %s', (code, _, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })
})

describe('the printed text', () => {
  const text = (code: string, change: Change = {}) => plainText(treeOf(code, change), 'en')

  it('leaves resale prices to the distributor, whichever clause is left out', () => {
    const { template } = templateOf('distribution')
    const clauses = template.articles.flatMap((article) => article.clauses)
    expect(clauses.find(({ id }) => id === 'resale-price')?.droppable).toBe(false)
    expect(text('distribution', { chosen: { 'resale-price': 'maximum' } })).toContain(
      'not in effect fix prices',
    )
  })

  it.each([
    ['fca', ['on-board notation', 'carrier or vessel'], ['insurance policy']],
    ['cif', ['insurance policy', '110%'], ['carrier or vessel', 'on-board notation']],
    [
      'exw',
      ['carrier or vessel', 'itself collect, load and carry'],
      ['transport document (', 'insurance policy', 'transhipment', 'by email of the name'],
    ],
    ['cfr', ['CFR (Cost and Freight)', 'transport document ('], ['carrier or vessel', 'insurance policy']],
    ['cpt', ['CPT (Carriage Paid To)', 'by email of the name'], ['carrier or vessel', 'insurance policy']],
    ['fas', ['FAS (Free Alongside Ship)', 'carrier or vessel'], ['insurance policy']],
    ['dpu', ['DPU (Delivered at Place Unloaded)'], ['carrier or vessel', 'insurance policy']],
    ['dap', ['transport document ('], ['carrier or vessel', 'insurance policy']],
  ])('asks of each side under %s what that rule leaves to it', (incoterm, said, unsaid) => {
    const printedText = text('international-sale', { fields: { incoterm } })
    for (const words of said) expect(printedText).toContain(words)
    for (const words of unsaid) expect(printedText).not.toContain(words)
  })

  it.each([
    ['cietac', undefined, 'The seat of arbitration shall be Beijing'],
    ['siac', 'siac', 'The seat of the arbitration shall be Singapore'],
    ['hkiac', 'hkiac', 'The seat of arbitration shall be Hong Kong'],
  ])('names one seat with %s', (_, alternative, seat) => {
    const printedText = text('international-sale', {
      chosen: alternative ? { 'dispute-resolution': alternative } : {},
    })
    expect(printedText).toContain(seat)
    expect(printedText.match(/[Ss]eat of (the )?arbitration/g)).toHaveLength(1)
    expect(printedText).not.toContain('people’s court having jurisdiction')
  })

  it('allows in the credit the tolerance of the goods', () => {
    const change = { chosen: { payment: 'lc' }, fields: { tolerance: 10 } }
    expect(text('international-sale', change)).toContain('the credit shall allow a deviation of ±10%')
    expect(text('international-sale', { fields: { tolerance: 10 } })).not.toContain('in the credit')
  })

  it('has one time for the advance payment and another for the balance', () => {
    const fields = { 'balance-period': { count: 90, unit: 'day' as const } }
    const printedText = text('international-sale', { fields })
    expect(printedText).toContain('the balance within ninety (90) days')
    expect(printedText).toContain('within ten (10) working days after this Contract takes effect')
  })

  it('keeps claims for hidden defects if the inspection before shipment is final', () => {
    const visible = 'as to quantity and appearance and'
    expect(text('international-sale')).toContain(visible)
    const final = text('international-sale', { chosen: { 'pre-shipment': 'final' } })
    expect(final).not.toContain(visible)
    expect(final).toContain('as to hidden defects')
  })

  it('always applies the sales convention or excludes it', () => {
    expect(text('international-sale')).toContain('applies to this Contract and takes precedence')
    const excluded = text('international-sale', { chosen: { cisg: 'excluded' } })
    expect(excluded).toContain('expressly exclude the application')
    expect(excluded).not.toContain('avoidance under the Convention')
  })

  it('pays for stock and materials if the buyer ends a framework without a reason', () => {
    const printedText = text('framework-purchase', { dropped: ['safety-stock', 'forecast'] })
    expect(printedText).toContain('shall settle accounts under')
    expect(printedText).not.toContain('relevant provisions hereof')
  })
})
