import { basename } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import type { TableValue } from '#assembly/template/template.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { identityCard } from '#tests/support/identity-card.ts'
import { type Change, droppableIn, openPointsIn, treeOf } from '#tests/support/sample-documents.ts'

const code = 'settlement'
const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
const lump = { plan: 'lump' }
const domesticParties: Change['parties'] = [{ place: 'mainland' }, { place: 'mainland' }]
const usd = (amount: number) => ({ amount: amount * 100, currency: 'USD' })
const foreignCreditor: Change['parties'] = [{ place: 'abroad', idNumber: 'GB 09182734' }]

/** A table of instalments: row n is due on the nth of `dates`, by default on the 28th of month n of 2027. */
function instalmentTable(sums: number[], currency = 'CNY', dates: string[] = []): TableValue {
  const rows = sums.map((sum, index) => ({
    id: `r${index + 1}`,
    cells: { due: dates[index] ?? `2027-${String(index + 1).padStart(2, '0')}-28`, sum: sum * 100 },
  }))
  return { currency, rows }
}

const child = {
  identity: 'individual',
  name: '周小敏',
  nameEn: 'Zhou Xiaomin',
  idNumber: identityCard('2010-05-01'),
  address: '上海市徐汇区衡山路100号',
  addressEn: '100 Hengshan Road, Xuhui District, Shanghai',
  email: 'zhou@lotus.example',
} as const

const adult = (letter: string) => ({
  ...child,
  name: `周${letter}`,
  nameEn: `Zhou ${letter}`,
  idNumber: identityCard(`1980-05-${letter === 'b' ? '01' : '02'}`),
})

const violations: [rule: string, Change][] = [
  ['parts-make-debt', { fields: { extras: cny(59_999) } }],
  ['full-sum', { fields: { kind: 'full' } }],
  ['reduced-sum', { fields: { ...lump, 'settled-sum': cny(860_000) } }],
  ['instalments-add-up', { fields: { instalments: instalmentTable([400_000, 399_999.99]) } }],
  ['instalments-add-up', { fields: { instalments: instalmentTable([400_000, 400_000], 'USD') } }],
  [
    'instalments-in-order',
    { fields: { instalments: instalmentTable([1, 799_999], 'CNY', ['2027-02-01', '2027-02-01']) } },
  ],
  [
    'instalments-in-order',
    {
      fields: {
        instalments: instalmentTable([1, 1, 799_998], 'CNY', ['2027-02-01', '2027-04-01', '2027-03-01']),
      },
    },
  ],
  ['debt-in-cny', { fields: { ...lump, debt: usd(860_000), 'settled-sum': usd(800_000), extras: '' } }],
  ['full-sum', { fields: { ...lump, kind: 'full', 'settled-sum': usd(860_000) }, parties: foreignCreditor }],
  ['reduced-sum', { fields: { ...lump, 'settled-sum': usd(1) }, parties: foreignCreditor }],
  ['parts-make-debt', { fields: { ...lump, extras: usd(60_000) }, parties: foreignCreditor }],
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
  ['second-guarantor-of-age', { parties: [{}, {}, adult('b'), child] }],
  ['third-guarantor-of-age', { parties: [{}, {}, adult('b'), adult('c'), child] }],
  ['case-named', { chosen: { enforcement: 'court' } }],
  [
    'confirmation-in-time',
    {
      chosen: { enforcement: 'confirmation' },
      fields: { 'apply-within': { count: 30, unit: 'working-day' } },
    },
  ],
  ['hkiac-basis', { parties: domesticParties, chosen: { 'dispute-resolution': 'hkiac' } }],
  [
    'seat-basis',
    { parties: domesticParties, chosen: { 'dispute-resolution': 'cietac' }, fields: { seat: 'hongkong' } },
  ],
]

test.each(violations)('a violation of rule %s is reported by this rule only', (rule, change) => {
  expect(openPointsIn(code, change)).toEqual([rule])
})

test('every rule of the template is tested above', () => {
  const file = templateFiles().find((one) => basename(one) === `${code}.yaml`) ?? ''
  const parsed = readTemplate(file)
  const rules = 'template' in parsed ? (parsed.template.rules ?? []) : []
  const testedRules = violations.map(([rule]) => rule)
  expect(rules.map(({ id }) => id).filter((id) => !testedRules.includes(id))).toEqual([])
})

test.each<[string, Change]>([
  ['the sample', {}],
  ['payment in full', { fields: { ...lump, kind: 'full', 'settled-sum': cny(860_000) } }],
  ['a waiver of one fen', { fields: { ...lump, 'settled-sum': cny(859_999.99) } }],
  ['two instalments', { fields: { instalments: instalmentTable([1, 799_999]) } }],
  ['twelve instalments', { fields: { instalments: instalmentTable([690_000, ...Array(11).fill(10_000)]) } }],
  [
    'dollars owed to a creditor abroad',
    {
      parties: foreignCreditor,
      fields: {
        debt: usd(860_000),
        principal: usd(800_000),
        extras: usd(60_000),
        'settled-sum': usd(800_000),
        instalments: instalmentTable([400_000, 400_000], 'USD'),
      },
    },
  ],
  [
    'three guarantors',
    { parties: [{}, {}, adult('b'), adult('c'), { ...adult('d'), idNumber: identityCard('1970-01-01') }] },
  ],
  ['a first instalment on the day of the calculation', { fields: { 'cut-off': '2026-12-15' } }],
  ['payment on the day of the calculation', { fields: { ...lump, 'cut-off': '2026-12-31' } }],
  [
    'payment on the day on which the settlement takes effect',
    { fields: { ...lump, 'effective-date': '2026-12-31' }, chosen: { effect: 'on-date' } },
  ],
  [
    'a first instalment on the day on which the settlement takes effect',
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
])('%s is accepted', (_, change) => {
  expect(openPointsIn(code, change)).toEqual([])
})

test('no reference points to a clause that was left out', () => {
  const leavingPoints = droppableIn(code).filter((id) => openPointsIn(code, { dropped: [id] }).length > 0)
  expect(leavingPoints).toEqual([])
})

describe('a settlement', () => {
  const englishText = (change: Change) => plainText(treeOf(code, change), 'en')

  it('prints the instalments as a table with their sum, in words on the Chinese side', () => {
    const fields = { instalments: instalmentTable([300_000, 500_000]) }
    expect(englishText({ fields })).toContain('2 | 28 February 2027 | 500,000.00\nTotal | 800,000.00')
    expect(plainText(treeOf(code, { fields }), 'zh')).toContain('合计（大写：人民币捌拾万元整） | 800,000.00')
  })

  it('mentions foreign exchange only if the debt is in another currency and paid in money', () => {
    expect(englishText({})).not.toContain('foreign exchange')
    const dollars = { parties: foreignCreditor, fields: { debt: usd(860_000) } }
    expect(englishText(dollars)).toContain('purchase or remittance of foreign exchange')
    const zh = plainText(treeOf(code, dollars), 'zh')
    expect(zh).toContain('860,000.00美元（大写：美元捌拾陆万元整）')
    expect(englishText({ ...dollars, fields: { ...dollars.fields, plan: 'property' } })).not.toContain(
      'foreign exchange',
    )
  })

  it('allows up to three guarantors, each liable for the whole debt', () => {
    const text = englishText({ parties: [{}, {}, adult('b'), adult('c'), { ...adult('d') }] })
    expect(text).toMatch(
      /Party E[\s\S]*where there are several guarantors, Party A may claim the whole from any one/,
    )
    expect(text).toContain('Zhou d')
  })

  it('revives the whole debt only if part of it was waived', () => {
    expect(englishText({})).toContain('the whole Debt, less what has been paid')
    const full = { fields: { kind: 'full', 'settled-sum': cny(860_000) } }
    expect(englishText(full)).not.toContain('less what has been paid')
  })

  it('grants no time if the debt is only acknowledged', () => {
    const text = englishText({ fields: { kind: 'acknowledged' } })
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
    const person = englishText({ parties: [{}, {}, { ...guarantor, identity: 'individual' }] })
    expect(person).toContain('liable under the guarantee for the whole Debt')
    expect(person).toContain('full capacity for civil conduct')
    expect(person).not.toContain('all approvals required by law and its articles')
  })
})
