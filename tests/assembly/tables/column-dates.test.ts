import { describe, expect, it } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import { assemble } from '#assembly/assemble.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import { goodsRow, tableAnswers, tableTemplate, tableYaml } from '#tests/support/table-template.ts'

const rules = `
rules:
  - { id: in-order, must: { ascending: goods.delivery }, at: goods, message: { zh_CN: 次序, en_US: order } }
  - id: not-before
    must: { atMost: [fee, { times: [{ earliest: goods.delivery }, 1000000] }] }
    at: goods
    message: { zh_CN: 首批, en_US: first }
  - id: early-enough
    must: { less: [{ latest: goods.delivery }, 21000] }
    at: goods
    message: { zh_CN: 末批, en_US: last }
`
const template = tableTemplate(tableYaml + rules)

function brokenRulesOf(...days: string[]) {
  const rows = days.map((delivery, index) => goodsRow(`r${index + 1}`, { delivery }))
  const answers = tableAnswers(rows, undefined, template)
  return assemble({ name: '', number: '', template, answers }).open.flatMap(({ rule }) => rule ?? [])
}

describe('the dates of a column', () => {
  it('follow one another, empty cells aside', () => {
    expect(brokenRulesOf('2026-12-01', '', '2026-12-02')).toEqual([])
    expect(brokenRulesOf('2026-12-02', '2026-12-01')).toEqual(['in-order'])
    expect(brokenRulesOf('2026-12-01', '2026-12-01')).toEqual(['in-order'])
    expect(brokenRulesOf('2026-12-01', 'never', '2026-11-30')).toEqual(['in-order'])
  })

  it('are compared by their first and last date, in any row', () => {
    expect(brokenRulesOf('2026-12-01', '2030-01-01')).toEqual(['early-enough'])
    expect(brokenRulesOf('2030-01-01', '2026-12-01')).toEqual(['in-order', 'early-enough'])
    expect(brokenRulesOf('', '')).toEqual([])
  })

  it.each(['ascending: goods.price', 'ascending: wares.delivery', 'ascending: fee.delivery'])(
    'are not the values of another column: %s',
    (leaf) => {
      const parsed = parseTemplate(
        tableYaml + rules.replace('ascending: goods.delivery', leaf),
        'tables.yaml',
      )
      const place = leaf.split(' ')[1]
      expect('problems' in parsed && parsed.problems.map(({ message }) => message)).toContain(
        `"${place}" is not a column of dates`,
      )
    },
  )
})

describe('numbered fields of an earlier version', () => {
  const wasYaml = tableYaml
    .replace('{ id: price, ', '{ id: price, was: [price-1, price-2], ')
    .replace('{ id: delivery, ', '{ id: delivery, was: [day-1, day-2, day-3], ')
  const newTemplate = tableTemplate(wasYaml)
  const field = { group: 'money' as const, label: { zh_CN: '值', en_US: 'Value' } }
  const oldTemplate = structuredClone(newTemplate)
  oldTemplate.fields = [
    ...oldTemplate.fields.filter(({ id }) => id !== 'goods'),
    ...[1, 2].map((n) => ({
      ...field,
      id: `price-${n}`,
      type: 'money' as const,
      currencies: ['CNY', 'USD', 'EUR'],
    })),
    { ...field, id: 'day-1', type: 'date' },
    { ...field, id: 'day-2', type: 'text' },
    { ...field, id: 'day-3', type: 'date' },
  ]
  const carried = (fields: Record<string, unknown>) => {
    const answers = tableAnswers([], undefined, newTemplate)
    delete answers.fields.goods
    Object.assign(answers.fields, fields)
    const adopted = adoptTemplate(oldTemplate, newTemplate, answers)
    return [adopted.answers.fields.goods, adopted.notes.map(({ kind, id }) => `${kind} ${id}`)]
  }
  const usd = (amount: number) => ({ amount, currency: 'USD' })

  it('become the rows of a table', () => {
    const rows = [
      { id: 'r1', cells: { price: 100, delivery: '2026-12-01' } },
      { id: 'r2', cells: { price: 200 } },
      { id: 'r3', cells: { delivery: '2026-12-03' } },
    ]
    const fields = { 'price-2': usd(200), 'price-1': usd(100), 'day-1': '2026-12-01', 'day-3': '2026-12-03' }
    expect(carried(fields)).toEqual([{ currency: 'USD', rows }, []])
    expect(carried({})).toEqual([undefined, []])
  })

  it('are reported by name when they do not fit', () => {
    const fields = { 'price-1': { amount: 1, currency: 'EUR' }, 'day-2': 'soon', 'day-3': '2026-12-03' }
    expect(carried(fields)).toEqual([
      { rows: [{ id: 'r3', cells: { delivery: '2026-12-03' } }] },
      ['valueGone price-1', 'valueGone day-2'],
    ])
  })
})
