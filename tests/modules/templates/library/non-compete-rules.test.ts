import { basename } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { type Change, droppableIn, openPointsIn, treeOf } from '#tests/support/sample-documents.ts'

const code = 'non-compete'
const cny = (amount: number) => ({ amount: amount * 100, currency: 'CNY' })
const months = (count: number) => ({ count, unit: 'month' as const })
const fixed = { pay: 'fixed' }

const broken: [rule: string, Change][] = [
  ['two-years', { fields: { 'rival-period': months(25) } }],
  ['pay-thirty-per-cent', { chosen: fixed, fields: { 'pay-sum': cny(8_999.99) } }],
]

test.each(broken)('%s blocks the violation it is for, and nothing else does', (rule, change) => {
  expect(openPointsIn(code, change)).toEqual([rule])
})

test('has every rule of the template tested above', () => {
  const file = templateFiles().find((one) => basename(one) === `${code}.yaml`) ?? ''
  const parsed = readTemplate(file)
  const rules = 'template' in parsed ? (parsed.template.rules ?? []) : []
  const tried = broken.map(([rule]) => rule)
  expect(rules.map(({ id }) => id).filter((id) => !tried.includes(id))).toEqual([])
})

test.each<[string, Change]>([
  ['its sample', {}],
  ['twenty-four months', { fields: { 'rival-period': months(24) } }],
  ['compensation of just 30%', { chosen: fixed, fields: { 'pay-sum': cny(9_000) } }],
  ['a term that binds nobody', { fields: { bound: 'service', 'rival-period': months(60) } }],
])('lets pass %s', (_, change) => {
  expect(openPointsIn(code, change)).toEqual([])
})

test.each([
  ['pay-share', 29],
  ['penalty-times', 6],
])('keeps %s within its bounds', (field, value) => {
  expect(openPointsIn(code, { fields: { [field]: value } }).join()).toContain(field)
})

test('has no dangling reference, whichever clause is left out', () => {
  const danglingIds = droppableIn(code).filter((id) => openPointsIn(code, { dropped: [id] }).length > 0)
  expect(danglingIds).toEqual([])
})

describe('a non-compete', () => {
  const saying = (change: Change) => plainText(treeOf(code, change), 'en')

  it('requires no payment and no reports if it binds only during employment', () => {
    const text = saying({ fields: { bound: 'service' } })
    expect(text).toContain('During employment Party B shall not be employed by')
    expect(text).not.toMatch(/monthly compensation|shall report its employment|times the total/)
  })

  it('does not restrict the time of employment if it binds afterwards only', () => {
    const text = saying({ fields: { bound: 'after' } })
    expect(text).not.toContain('During employment Party B shall not be employed by')
    expect(text).toContain('monthly compensation of 30%')
  })

  it('owes no penalty for a breach of confidentiality', () => {
    expect(saying({})).toContain('Except for breach of the non-compete, no liquidated damages are payable')
  })

  it('prints the list of secrets only if one is annexed', () => {
    expect(saying({})).toContain('purchase price list')
    expect(saying({ fields: { 'secrets-annex': false } })).not.toContain('purchase price list')
  })
})
