import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { explainChanges } from '#assembly/compare/explain.ts'
import { taxOf } from '#assembly/computed/computed.ts'
import { writeCustom } from '#assembly/edit.ts'
import { plainText } from '#assembly/plain.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import type { Field, Template } from '#assembly/template/template.ts'
import { tableAnswers, tableTemplate, tableYaml } from '#tests/support/table-template.ts'

const computed = 'computed: { taxOn: fee, rate: rate, includedIf: { field: tax, is: inside } }'
const yaml = tableYaml
  .replace(
    '\narticles:',
    `
  - { id: rate, type: number, group: money, label: { zh_CN: 税率, en_US: Rate }, min: 0, max: 13 }
  - id: tax
    type: choice
    group: choices
    label: { zh_CN: 是否含税, en_US: Tax included }
    options:
      - { id: inside, label: { zh_CN: 含税, en_US: Included }, zh: 含税, en: included }
      - { id: outside, label: { zh_CN: 不含税, en_US: Not included }, zh: 不含税, en: not included }
  - { id: vat, type: money, group: money, label: { zh_CN: 税额, en_US: VAT }, ${computed} }
articles:`,
  )
  .replace(
    '      - id: expenses-clause',
    `      - id: vat-clause
        when: { less: [0, vat] }
        zh: 税率为{rate}%，价款{tax}，税额为{vat}。
        en: 'The rate is {rate}%, {tax}; the tax is {vat}.'
      - id: expenses-clause`,
  )
const template = tableTemplate(yaml)

const answersWith = (fields: Answers['fields']): Answers => {
  const answers = tableAnswers([{ id: 'r1', cells: {} }], undefined, template)
  return { ...answers, fields: { ...answers.fields, ...fields } }
}
const source = (fields: Answers['fields']) => ({
  name: '',
  number: '',
  template,
  answers: answersWith(fields),
})
const printedTax = (fields: Answers['fields']) =>
  plainText(assemble(source(fields)), 'en').match(/The rate is.*/)?.[0]
/** The next version of the template, with other fields. */
function nextTemplate(change: (fields: Field[]) => Field[]): Template {
  return { ...structuredClone(template), version: template.version + 1, fields: change(template.fields) }
}
const cny = (amount: number) => ({ amount, currency: 'CNY' })

describe('a computed tax', () => {
  it('is printed from the sum, the rate and whether the sum includes it', () => {
    const givenFields = { fee: cny(48_000_000), rate: 6, tax: 'inside' }
    expect(printedTax(givenFields)).toBe('The rate is 6%, included; the tax is CNY 27,169.81.')
    expect(printedTax({ ...givenFields, tax: 'outside' })).toContain('CNY 28,800.00')
    expect(printedTax({ ...givenFields, fee: { amount: 48_000_000, currency: 'USD' } })).toContain(
      'USD 27,169.81',
    )
  })

  it('is absent while a value is missing, and is never requested itself', () => {
    const lacking: Answers['fields'][] = [
      { rate: 6, tax: 'inside', fee: '' },
      { tax: 'inside' },
      { rate: 6 },
      { rate: 0, tax: 'inside' },
    ]
    for (const fields of lacking) {
      expect(printedTax(fields)).toBeUndefined()
      expect(assemble(source(fields)).open.filter(({ at }) => at === 'vat')).toEqual([])
    }
  })

  it('replaces a tax typed in an earlier version', () => {
    expect(printedTax({ rate: 6, tax: 'inside', vat: cny(100) })).toContain('CNY 566.04')
    expect(printedTax({ tax: 'inside', vat: cny(100) })).toBeUndefined()
  })

  it('stays in custom texts as printed when the next version has no such field', () => {
    const given = answersWith({ rate: 6, tax: 'inside' })
    const before = writeCustom(given, template, 'vat-clause', 'en', 'The tax was {vat}.')
    const next = nextTemplate((fields) => fields.filter(({ id }) => id !== 'vat'))
    const { answers, notes } = adoptTemplate(template, next, before)
    expect(answers.clauses['vat-clause']?.custom?.en).toBe('The tax was CNY 566.04.')
    expect(notes.map(({ kind, id }) => `${kind} ${id}`)).toContain('computedGone vat')
  })

  it('becomes an entered value when the next version asks for it, and replaces one', () => {
    const asked = nextTemplate((fields) => fields.map(({ computed: _, ...field }) => field))
    const given = answersWith({ rate: 6, tax: 'inside' })
    const entered = adoptTemplate(template, asked, given).answers
    expect(entered.fields.vat).toEqual(cny(56_604))
    const { answers, notes } = adoptTemplate(asked, template, entered)
    expect(answers.fields).not.toHaveProperty('vat')
    expect(notes.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['valueGone vat'])
  })

  it('is reported as changed when the sum changes', () => {
    const sourceBefore = source({ rate: 6, tax: 'inside' })
    const sourceAfter = source({ rate: 6, tax: 'inside', fee: cny(2_000_000) })
    const changedFields = explainChanges(sourceBefore, sourceAfter).fields.map(
      ({ field, after: now }) => `${field.id} ${now.en}`,
    )
    expect(changedFields).toEqual(['fee CNY 20,000.00', 'vat CNY 1,132.08'])
  })
})

test('the tax is exact, rounded to the cent', () => {
  const field = template.fields.find(({ id }) => id === 'vat')!
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e13 }),
      fc.integer({ min: 0, max: 1300 }),
      fc.boolean(),
      (amount, rate, inside) => {
        const answers = answersWith({
          fee: cny(amount),
          rate: rate / 100,
          tax: inside ? 'inside' : 'outside',
        })
        const { tax } = taxOf(field, answers)!
        // In whole numbers: tax = amount × rate ÷ whole, with half a cent rounded up.
        const divisor = BigInt(inside ? 10_000 + rate : 10_000)
        const exact = (2n * BigInt(amount) * BigInt(rate) + divisor) / (2n * divisor)
        expect(BigInt(tax.amount) - exact).toBe(0n)
      },
    ),
  )
})

test.each([
  ['taxOn: fee', 'taxOn: rate', 'must name an amount'],
  ['taxOn: fee', 'taxOn: vat', 'must name an amount'],
  ['rate: rate', 'rate: fee', 'must name an amount'],
  ['is: inside', 'is: within', 'must name an amount'],
  ['field: tax', 'field: forum', 'must name an amount'],
  [
    'computed:',
    'required: true, computed:',
    'no one fills in a computed field, so it cannot have "required"',
  ],
  [
    'computed:',
    'currencies: [CNY], computed:',
    'no one fills in a computed field, so it cannot have "currencies"',
  ],
  [
    'type: money, group: money, label: { zh_CN: 税额',
    'type: number, group: money, label: { zh_CN: 税额',
    'a number field cannot have "computed"',
  ],
])('a template with %s as %s is rejected', (from, to, message) => {
  expect(yaml).toContain(from)
  const parsed = parseTemplate(yaml.replace(from, to), 'computed.yaml')
  expect('problems' in parsed && parsed.problems.map((one) => one.message).join()).toContain(message)
})
