import { basename } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { identityCard } from '#tests/support/identity-card.ts'
import { type Change, droppableIn, openIn, treeOf } from '#tests/support/sample-documents.ts'

const code = 'settlement'
const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
const lump = { plan: 'lump' }
const here: Change['parties'] = [{ place: 'mainland' }, { place: 'mainland' }]
const counted = { four: 4, five: 5, six: 6 } as const

/** So many instalments of 100,000, except the first, which adds up to the settlement sum of 800,000. */
function split(count: keyof typeof counted): Change['fields'] {
  const sums = Array.from({ length: counted[count] - 1 }, (_, at) => [
    `instalment-${at + 2}-sum`,
    cny(100_000),
  ])
  const first = cny(800_000 - 100_000 * (counted[count] - 1))
  return { 'instalment-count': count, 'instalment-1-sum': first, ...Object.fromEntries(sums) }
}

const two = { 'instalment-count': 'two', 'instalment-2-sum': cny(500_000) }

const child = {
  identity: 'individual',
  name: '周小敏',
  nameEn: 'Zhou Xiaomin',
  idNumber: identityCard('2010-05-01'),
  address: '上海市徐汇区衡山路100号',
  addressEn: '100 Hengshan Road, Xuhui District, Shanghai',
  email: 'zhou@lotus.example',
} as const

const broken: [rule: string, Change][] = [
  ['parts-make-debt', { fields: { extras: cny(59_999) } }],
  ['full-sum', { fields: { kind: 'full' } }],
  ['reduced-sum', { fields: { ...lump, 'settled-sum': cny(860_000) } }],
  ['two-make-sum', { fields: { 'instalment-count': 'two' } }],
  ['three-make-sum', { fields: { 'instalment-3-sum': cny(200_001) } }],
  ['four-make-sum', { fields: { 'instalment-count': 'four' } }],
  ['five-make-sum', { fields: { ...split('five'), 'instalment-5-sum': cny(1) } }],
  ['six-make-sum', { fields: { ...split('six'), 'instalment-6-sum': cny(1) } }],
  ['second-after-first', { fields: { 'instalment-2-date': '2026-12-15' } }],
  ['third-after-second', { fields: { 'instalment-3-date': '2027-02-01' } }],
  ['fourth-after-third', { fields: { ...split('four'), 'instalment-4-date': '2027-04-30' } }],
  ['fifth-after-fourth', { fields: { ...split('five'), 'instalment-5-date': '2027-05-30' } }],
  ['sixth-after-fifth', { fields: { ...split('six'), 'instalment-6-date': '2027-06-29' } }],
  ['counted-before-instalments', { fields: { 'cut-off': '2026-12-16' } }],
  ['counted-before-payment', { fields: { ...lump, 'cut-off': '2027-01-01' } }],
  [
    'effective-before-payment',
    { fields: { plan: 'property', 'effective-date': '2027-01-01' }, chosen: { effect: 'on-date' } },
  ],
  [
    'effective-before-instalments',
    { fields: { 'effective-date': '2026-12-16' }, chosen: { effect: 'on-date' } },
  ],
  ['guarantor-of-age', { parties: [{}, {}, child] }],
  ['case-named', { chosen: { enforcement: 'court' } }],
  [
    'confirmation-in-time',
    {
      chosen: { enforcement: 'confirmation' },
      fields: { 'apply-within': { count: 30, unit: 'working-day' } },
    },
  ],
  ['hkiac-basis', { parties: here, chosen: { 'dispute-resolution': 'hkiac' } }],
  ['seat-basis', { parties: here, chosen: { 'dispute-resolution': 'cietac' }, fields: { seat: 'hongkong' } }],
]

test.each(broken)('%s blocks the violation it is for, and nothing else does', (rule, change) => {
  expect(openIn(code, change)).toEqual([rule])
})

test('has every rule of the template tested above', () => {
  const file = templateFiles().find((one) => basename(one) === `${code}.yaml`) ?? ''
  const read = readTemplate(file)
  const rules = 'template' in read ? (read.template.rules ?? []) : []
  const tried = broken.map(([rule]) => rule)
  expect(rules.map(({ id }) => id).filter((id) => !tried.includes(id))).toEqual([])
})

test.each<[string, Change]>([
  ['its sample', {}],
  ['payment in full', { fields: { ...lump, kind: 'full', 'settled-sum': cny(860_000) } }],
  ['a waiver of one fen', { fields: { ...lump, 'settled-sum': cny(859_999.99) } }],
  ['two instalments', { fields: two }],
  ['four instalments', { fields: split('four') }],
  ['five instalments', { fields: split('five') }],
  ['six instalments', { fields: split('six') }],
  ['a first instalment on the day of the calculation', { fields: { 'cut-off': '2026-12-15' } }],
  ['payment on the day of the calculation', { fields: { ...lump, 'cut-off': '2026-12-31' } }],
  [
    'payment on the day on which it takes effect',
    { fields: { ...lump, 'effective-date': '2026-12-31' }, chosen: { effect: 'on-date' } },
  ],
  [
    'a first instalment on the day on which it takes effect',
    { fields: { 'effective-date': '2026-12-15' }, chosen: { effect: 'on-date' } },
  ],
  [
    'a mediation statement in a named case',
    {
      chosen: { enforcement: 'court' },
      fields: { case: { zh: '（2026）沪0115民初1号', en: '(2026) Hu 0115 Civil First Instance No. 1' } },
    },
  ],
  [
    'judicial confirmation within thirty days',
    {
      chosen: { enforcement: 'confirmation' },
      fields: { 'apply-within': { count: 30, unit: 'day' } },
    },
  ],
  [
    'arbitration in Hong Kong for a creditor there',
    {
      parties: [{ place: 'hmt', idNumber: '12345678' }, { place: 'mainland' }],
      chosen: { 'dispute-resolution': 'hkiac' },
    },
  ],
])('lets pass %s', (_, change) => {
  expect(openIn(code, change)).toEqual([])
})

test('has no dangling reference, whichever clause is dropped', () => {
  const left = droppableIn(code).filter((id) => openIn(code, { dropped: [id] }).length > 0)
  expect(left).toEqual([])
})

describe('a settlement', () => {
  const saying = (change: Change) => plainText(treeOf(code, change), 'en')

  it('prints only the chosen instalments', () => {
    expect(saying({ fields: two })).toContain('CNY 500,000.00')
    expect(saying({ fields: two })).not.toContain('30 April 2027')
    expect(saying({ fields: split('six') })).toContain('30 July 2027')
  })

  it('revives the whole debt only if part of it was waived', () => {
    expect(saying({})).toContain('the whole Debt, less what has been paid')
    const full = { fields: { kind: 'full', 'settled-sum': cny(860_000) } }
    expect(saying(full)).not.toContain('less what has been paid')
  })

  it('grants no time if the debt is only acknowledged', () => {
    const text = saying({ fields: { kind: 'acknowledged' } })
    expect(text).toContain('no consent to postponement, reduction or instalments')
    expect(text).not.toContain('Settlement Sum')
  })

  it('makes a guarantor liable for the revived debt', () => {
    const guarantor = {
      name: '陈莲',
      nameEn: 'Chen Lian',
      idNumber: '1',
      address: '上海',
      addressEn: 'Shanghai',
    }
    const person = saying({ parties: [{}, {}, { ...guarantor, identity: 'individual' }] })
    expect(person).toContain('liable under the guarantee for the whole Debt')
    expect(person).toContain('full capacity for civil conduct')
    expect(person).not.toContain('all approvals required by law and its articles')
  })
})
