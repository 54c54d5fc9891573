import { describe, expect, it, test } from 'vitest'
import type { Party } from '#assembly/answers.ts'
import { plainText } from '#assembly/plain.ts'
import { type Change, droppableIn, openPointsIn, treeOf } from '#tests/support/sample-documents.ts'

const textOf = (code: string, change: Change, side: 'zh' | 'en' = 'en') =>
  plainText(treeOf(code, change), side)

const usd = (amount: number) => ({ amount: amount * 100, currency: 'USD' })
const abroad = {
  name: 'Kestrel Robotics Ltd',
  idNumber: '09182734',
  place: 'abroad',
  address: '18 Harbourside Way, Bristol',
  addressEn: '',
  email: 'office@kestrel.example',
  signerName: 'Oliver Grant',
} as const
const third = { ...abroad, name: 'Falcon Holdings Ltd', idNumber: '07651234' } as const

describe('the amendment of a contract is not final', () => {
  const code = 'contract-amendment'
  const kind = (kind: string, fields = {}): Change => ({ fields: { kind, ...fields } })

  it.each<[string, Change, string[]]>([
    ['transferring the contract to nobody', kind('transfer'), ['transferee-signs']],
    ['without the guarantor that signs', { fields: { guarantee: 'signs' } }, ['guarantor-signs']],
    [
      'transferring it where only the transferee joins',
      { ...kind('transfer', { guarantee: 'signs' }), parties: [{}, {}, abroad] },
      ['guarantor-signs'],
    ],
    ['ending on the old day', kind('extend', { 'new-end': '2026-12-31' }), ['longer-than-before']],
    ['ended before it began', kind('extend', { 'old-end': '2026-03-16' }), ['extended-after-signing']],
    [
      'reaching back before the contract',
      { fields: { 'applies-from': '2026-03-15' }, chosen: { 'changes-apply': 'from-date' } },
      ['applies-after-signing'],
    ],
    [
      'transferred before it was made',
      { ...kind('transfer', { 'transfer-date': '2026-03-15' }), parties: [{}, {}, abroad] },
      ['transferred-after-signing'],
    ],
    ['rescinded before it was made', kind('end', { 'end-date': '2026-03-15' }), ['ended-after-signing']],
    ['with prices in two currencies', { fields: { 'price-before': usd(10) } }, ['price-same-currency']],
    [
      'with a price in dollars within the mainland',
      { fields: { 'price-before': usd(10), 'price-after': usd(12) } },
      ['price-in-cny'],
    ],
    ['settled in dollars within the mainland', kind('end', { settlement: usd(10) }), ['settlement-in-cny']],
    ['without a party’s number', { parties: [{}, { idNumber: '' }] }, ['party:b.idNumber']],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it.each<[string, Change]>([
    ['extended', kind('extend')],
    ['amended and extended', kind('both')],
    ['ended by agreement', kind('end')],
    [
      'settled in dollars with a party abroad',
      { ...kind('end', { settlement: usd(10) }), parties: [{}, abroad] },
    ],
    [
      'priced in dollars with a party abroad',
      { fields: { 'price-before': usd(10), 'price-after': usd(12) }, parties: [{}, abroad] },
    ],
    [
      'transferred from the day of the contract',
      { ...kind('transfer', { 'transfer-date': '2026-03-16' }), parties: [{}, {}, abroad] },
    ],
    ['guaranteed by a third party', { fields: { guarantee: 'signs' }, parties: [{}, {}, abroad] }],
    [
      'transferred and guaranteed by a fourth',
      { ...kind('transfer', { guarantee: 'signs' }), parties: [{}, {}, abroad, third] },
    ],
  ])('but it is when %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('is a single step in a single agreement', () => {
    expect(textOf(code, kind('extend'))).not.toContain('amended as follows')
    expect(textOf(code, kind('both'))).toContain('amended as follows')
    expect(textOf(code, kind('end'))).not.toContain('remains in force')
    expect(textOf(code, { chosen: { amended: 'restated' } })).toContain('replaced by the text in Annex 1')
  })

  it('states the capacity in which the third party signs', () => {
    const three = { parties: [{}, {}, abroad] }
    expect(textOf(code, three)).toContain('Party C is also a party to the Main Contract')
    expect(textOf(code, { ...kind('transfer'), ...three })).toContain('to Party C (the “Transferee”)')
    expect(textOf(code, { fields: { guarantee: 'signs' }, ...three })).toContain('Party C, guarantor of')
  })
})

describe('the one-way agreement on confidentiality is not final', () => {
  const code = 'one-way-nda'

  it.each<[string, Change, string[]]>([
    [
      'with damages in dollars within the mainland',
      { fields: { 'breach-amount': usd(10) } },
      ['breach-amount-in-cny'],
    ],
    [
      'protecting earlier disclosures from after it takes effect',
      { fields: { 'earlier-since': '2026-12-02' }, chosen: { effect: 'on-date' } },
      ['earlier-before-effect'],
    ],
    ['without an address', { parties: [{}, { address: '', addressEn: '' }] }, ['party:b.address']],
    [
      'without an address for notices',
      { parties: [{}, { address: '', addressEn: '', email: '' }] },
      ['party:b.address', 'notice-address'],
    ],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it.each<[string, Change]>([
    [
      'damages in dollars from a party abroad',
      { fields: { 'breach-amount': usd(10) }, parties: [{}, abroad] },
    ],
    [
      'earlier disclosures until the day it takes effect',
      { fields: { 'earlier-since': '2026-12-01' }, chosen: { effect: 'on-date' } },
    ],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('binds only the recipient, and allows free work in the balanced version', () => {
    const text = (stance: string) => textOf(code, { fields: { stance } })
    expect(text('discloser')).not.toMatch(/Party A shall keep Confidential Information strictly/)
    expect(text('discloser')).toContain('keep a register of those who have access')
    expect(text('balanced')).not.toContain('keep a register')
    expect(text('balanced')).toContain('restricts Party B')
  })

  it('transfers no personal information abroad before the export formalities', () => {
    const change = { fields: { 'personal-data': true } }
    expect(textOf(code, change)).not.toContain('the security assessment')
    expect(textOf(code, { ...change, parties: [{}, abroad] })).toContain('the security assessment')
  })
})

describe('the consultancy of an individual is not final', () => {
  const code = 'individual-consultant'
  const foreigner = { place: 'abroad', idNumber: 'C01X0006H' } as const

  it.each<[string, Change, string[]]>([
    ['ending before it begins', { fields: { 'end-date': '2027-01-03' } }, ['ends-after-it-begins']],
    [
      'taking effect after it begins',
      { fields: { 'effective-date': '2027-01-05' }, chosen: { effect: 'on-date' } },
      ['effective-before-start'],
    ],
    [
      'with a foreigner whose permit ends before the services',
      { fields: { 'permit-until': '2027-05-30' }, parties: [{}, foreigner] },
      ['permit-for-the-term'],
    ],
    ['paid in dollars within the mainland', { fields: { 'project-fee': usd(10) } }, ['project-fee-in-cny']],
    [
      'paid by month in dollars within the mainland',
      { fields: { 'monthly-fee': usd(10) }, chosen: { fee: 'monthly' } },
      ['monthly-fee-in-cny'],
    ],
    [
      'paid by day in dollars within the mainland',
      { fields: { 'daily-fee': usd(10) }, chosen: { fee: 'daily' } },
      ['daily-fee-in-cny'],
    ],
    [
      'insured in dollars within the mainland',
      { fields: { 'insurance-sum': usd(10) } },
      ['insurance-in-cny'],
    ],
    ['without the consultant’s number', { parties: [{}, { idNumber: '' }] }, ['party:b.idNumber']],
  ])('%s', (_, change, expected) => {
    expect(openPointsIn(code, change)).toEqual(expected)
  })

  it.each<[string, Change]>([
    ['one day', { fields: { 'end-date': '2027-01-04' } }],
    [
      'effect from the first day',
      { fields: { 'effective-date': '2027-01-04' }, chosen: { effect: 'on-date' } },
    ],
    ['a permit until the last day', { fields: { 'permit-until': '2027-05-31' }, parties: [{}, foreigner] }],
    [
      'no permit for work outside the mainland',
      {
        fields: { 'permit-number': '', 'permit-until': '' },
        chosen: { 'foreign-permit': 'outside' },
        parties: [{}, foreigner],
      },
    ],
    [
      'dollars for a foreigner',
      { fields: { 'project-fee': usd(10), 'insurance-sum': usd(10) }, parties: [{}, foreigner] },
    ],
  ])('but it is with %s', (_, change) => {
    expect(openPointsIn(code, change)).toEqual([])
  })

  it('withholds income tax, from the fee or in addition to it', () => {
    expect(textOf(code, {})).toContain('individual income tax is borne by Party B')
    expect(textOf(code, { chosen: { 'income-tax': 'net' } })).toContain('which Party A bears')
  })

  it('keeps the consultant independent and free to work for others', () => {
    const text = textOf(code, {}, 'zh')
    expect(text).toContain('不受甲方的考勤和劳动规章制度管理')
    expect(text).toContain('可以同时为他人提供服务')
  })
})

test('the taxes of a consultant depend on the places of client and consultant', () => {
  const text = (...places: Party['place'][]) =>
    plainText(treeOf('individual-consultant', { parties: places.map((place) => ({ place })) }), 'en')
  expect(text('mainland', 'mainland')).toContain('shall withhold and pay it by law')
  expect(text('mainland', 'mainland')).toContain('VAT invoice issued by')
  expect(text('mainland', 'hmt')).not.toContain('VAT invoice issued by the tax authority')
  expect(text('mainland', 'hmt')).toContain('a bill stating services and amount and the papers')
  expect(text('abroad', 'mainland')).not.toMatch(/withhold and pay it by law|VAT invoice issued by/)
  expect(text('abroad', 'mainland')).toContain('shall itself declare and pay by law')
})

describe.each(['contract-amendment', 'one-way-nda', 'individual-consultant'])('%s', (code) => {
  it('has no open point, whichever clause is left out', () => {
    const danglingIds = droppableIn(code).filter((id) => openPointsIn(code, { dropped: [id] }).length)
    expect(danglingIds).toEqual([])
  })

  it('begins no English sentence with a lower-case letter', () => {
    expect(textOf(code, {})).not.toMatch(/(^|\n)([\d.]+ )?this |[.] this /)
  })
})
