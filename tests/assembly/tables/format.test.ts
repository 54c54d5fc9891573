import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import type { TableRow, TableValue } from '#assembly/template/template.ts'
import { AnswersSchema } from '#modules/documents/answers-schema.ts'
import { goodsRow, tableAnswers, tableTemplate, tableYaml } from '#tests/support/table-template.ts'

const template = tableTemplate()

/** The problems of the documented template after one change, each as `clause: message`. */
function problemsAfter(old: string, changed: string): string[] {
  if (!tableYaml.includes(old)) throw new Error(`the template does not say ${old}`)
  const parsed = parseTemplate(tableYaml.replace(old, changed), 'tables.yaml')
  return 'problems' in parsed ? parsed.problems.map((one) => `${one.clause ?? '-'}: ${one.message}`) : []
}

describe('a template is rejected for', () => {
  it.each<[string, string, string, string]>([
    [
      'a table in a sentence',
      '供应下列货物：',
      '供应{goods}：',
      'goods-table: "goods" is a table, which cannot be in a sentence; write "table: goods" on the clause',
    ],
    [
      'a clause that names no table',
      'table: goods',
      'table: fee',
      'goods-table: "fee" is a money field, not a table',
    ],
    [
      'a clause that names no field',
      'table: goods',
      'table: wares',
      'goods-table: there is no field "wares"',
    ],
    [
      'a table below two clauses',
      '      - id: scope\n',
      '      - id: scope-table\n        table: goods\n        zh: 如下：\n        en: as follows.\n      - id: scope\n',
      'goods-table: the table "goods" is already below another clause',
    ],
    [
      'a table below a list',
      '        table: goods\n',
      '        table: goods\n        items:\n          - { id: one, zh: 一, en: one }\n',
      'goods-table: a table must be below a clause without items',
    ],
    [
      'a table that stands nowhere',
      '        table: goods\n',
      '',
      '-: the field "goods" is used by no text or condition',
    ],
    [
      'a product of what is not there',
      'times: [quantity, price]',
      'times: [quantity, cost]',
      '-: "amount" multiplies "cost", but there is no such column',
    ],
    [
      'a product of a text',
      'times: [quantity, price]',
      'times: [quantity, model]',
      '-: "amount" multiplies "model", which is not a number or amount that is filled in',
    ],
    [
      'a product of two sums',
      'times: [quantity, price]',
      'times: [price, price]',
      '-: "amount" must be an amount times a number',
    ],
    [
      'a product of itself',
      'times: [quantity, price]',
      'times: [quantity, amount]',
      '-: "amount" multiplies "amount", which is not a number or amount that is filled in',
    ],
    [
      'a product that is required',
      'times: [quantity, price]',
      'times: [quantity, price], required: true',
      '-: "amount" is a product: no one fills it in, so it cannot have "required", "min" or "max"',
    ],
    [
      'a total of words',
      'zh: 型号, en: Model',
      'zh: 型号, en: Model, total: true',
      '-: "model" is a text column; only numbers and money can have a total',
    ],
    ['a total where its word stands', 'numbered: true ', 'group: subject ', '-: Map keys must be unique'],
    ['columns of one name', '{ id: model,', '{ id: name,', '-: the id "name" is already taken'],
    [
      'a column called like a property',
      '{ id: model,',
      '{ id: __proto__,',
      '-: "id" may contain only lower-case letters, digits and single hyphens',
    ],
    [
      'a column whose cells would not be kept',
      '{ id: model,',
      '{ id: constructor,',
      '-: the id "constructor" is reserved',
    ],
    ['too many rows', 'most: 50', 'most: 500', '-: a table has at most 100 rows'],
    [
      'bounds of rows the wrong way round',
      'least: 1, most: 50',
      'least: 9, most: 5',
      '-: "least" is above "most"',
    ],
    [
      'sums in no currency',
      '    currencies: [CNY, USD]                #',
      '    #',
      '-: a table with a money column needs "currencies", at least 1',
    ],
    ['marks in a head', 'zh: 型号,', 'zh: "型号{fee}",', '-: this text may not contain marks or braces'],
    [
      'a longtext in a cell',
      'id: model, type: text',
      'id: model, type: longtext',
      '-: "type" must be one of ("text" | "number" | "money" | "date" | "period" | "choice" | "boolean"), not "longtext"',
    ],
    ['columns of what is no table', 'minutes: 5', 'minutes: 5\nrules: []', ''],
  ])('%s', (_, old, changed, message) => {
    const problems = problemsAfter(old, changed)
    if (message) expect(problems).toContain(message)
    else expect(problems).toEqual([])
  })

  it.each([
    ['{ equal: [goods, fee] }', '"goods" is a table; compare { total: goods.column }'],
    ['{ atMost: [{ sum: [{ total: goods.model }, 1] }, fee] }', '"goods.model" is not a column of figures'],
    ['{ atMost: [{ total: wares.amount }, fee] }', 'there is no field "wares"'],
  ])('a rule that requires %s', (must, message) => {
    const rule = `rules:\n  - id: sum\n    must: ${must}\n    at: goods\n    message: { zh_CN: 不符, en_US: Differs }\nminutes: 5`
    expect(problemsAfter('minutes: 5', rule)).toContain(`-: ${message}`)
  })
})

it('reports the line and clause of a fault', () => {
  const brokenYaml = tableYaml.replace('table: goods', 'table: wares')
  const line = brokenYaml.split('\n').findIndex((text) => text.includes('table: wares')) + 1
  const parsed = parseTemplate(brokenYaml, 'tables.yaml')
  expect(parsed).toMatchObject({
    problems: expect.arrayContaining([expect.objectContaining({ line, clause: 'goods-table' })]),
  })
})

const answersWith = (goods: unknown) => {
  const answers = tableAnswers([goodsRow('r1')], undefined, template)
  return { ...answers, fields: { ...answers.fields, goods } }
}
const cells = (values: unknown) => ({ rows: [{ id: 'r1', cells: values }] })

describe('the submitted rows of a table', () => {
  it('are accepted as they are', () => {
    const sentAnswers = answersWith({ rows: [goodsRow('r1'), goodsRow('r2')], currency: 'CNY' })
    expect(v.parse(AnswersSchema, sentAnswers)).toEqual(sentAnswers)
  })

  it('cannot contain a column named like a property of all objects', () => {
    const sentAnswers = answersWith(
      JSON.parse('{"rows":[{"id":"r1","cells":{"__proto__":{"name":"x"},"constructor":"x"}}]}'),
    )
    const parsedAnswers = v.parse(AnswersSchema, JSON.parse(JSON.stringify(sentAnswers))).fields
      .goods as TableValue
    expect(Object.keys(parsedAnswers.rows[0]!.cells)).toEqual([])
    const source = { name: '', number: '', template, answers: sentAnswers as never }
    expect(assemble(source).open).toContainEqual(
      expect.objectContaining({ kind: 'required', at: 'goods.r1.name' }),
    )
  })

  it.each<[string, unknown]>([
    ['more rows than there may be', { rows: Array.from({ length: 10_000 }, (_, n) => goodsRow(`r${n}`)) }],
    ['two rows of one name', { rows: [goodsRow('r1'), goodsRow('r1')] }],
    ['rows that are no list', { rows: 'r1' }],
    ['rows without cells', { rows: [{ id: 'r1' }] }],
    ['a row called like a path', { rows: [{ id: '../r1', cells: {} }] }],
    [
      'more cells than columns can be',
      cells(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`c${n}`, 'x']))),
    ],
    ['a cell longer than any', cells({ name: 'x'.repeat(5_001) })],
    ['a cell that is a list', cells({ name: ['x'] })],
    ['a cell that is a table', cells({ name: cells({}) })],
    ['a number that is none', cells({ quantity: Number.POSITIVE_INFINITY })],
    ['a currency that is none', { rows: [], currency: 'yuan' }],
  ])('are refused for %s', (_, goods) => {
    expect(v.safeParse(AnswersSchema, answersWith(goods)).success).toBe(false)
    // Stored values of any type are reported, and cause no exception.
    const source = { name: '', number: '', template, answers: answersWith(goods) as never }
    expect(() => assemble(source)).not.toThrow()
  })
})

describe('open points of a table', () => {
  const openPointsOf = (rows: TableRow[], more: object = {}) => {
    const answers = tableAnswers(rows, undefined, template)
    Object.assign(answers.fields.goods as object, more)
    return assemble({ name: '', number: '', template, answers })
      .open.filter(({ field }) => field === 'goods')
      .map(({ at, kind, problem, cell }) => [at, problem ?? kind, ...(cell ? [cell.row] : [])].join(' '))
  }

  it.each<[string, TableRow[], object, string[]]>([
    ['nothing where all is filled in', [goodsRow('r1')], {}, []],
    ['the table itself while it is empty', [], {}, ['goods required']],
    ['the table where all its rows are empty', [{ id: 'r1', cells: { name: ' ' } }], {}, ['goods required']],
    [
      'each required cell that is empty',
      [goodsRow('r1'), { id: 'r7', cells: { model: 'X' } }],
      {},
      ['goods.r7.name required 2', 'goods.r7.quantity required 2', 'goods.r7.price required 2'],
    ],
    [
      'a cell of another type',
      [goodsRow('r1', { quantity: 'three', price: 1.5, delivery: '2026-02-30' })],
      {},
      ['goods.r1.quantity wrongType 1', 'goods.r1.price wrongType 1', 'goods.r1.delivery noSuchDay 1'],
    ],
    [
      'a cell beyond its bounds',
      [goodsRow('r1', { quantity: 0, name: 'x'.repeat(101) })],
      {},
      ['goods.r1.name tooLong 1', 'goods.r1.quantity tooSmall 1'],
    ],
    ['a text in one language', [goodsRow('r1', { name: '电机' })], {}, ['goods.r1.name englishMissing 1']],
    [
      'a text that may say something else',
      [goodsRow('r1', { name: { zh: '电机', en: 'Motor', stale: 'en' } })],
      {},
      ['goods.r1.name englishStale 1'],
    ],
    [
      'a product that cannot be counted',
      [goodsRow('r1', { quantity: 1e12, price: 9e12 })],
      {},
      ['goods.r1.amount tooLarge 1'],
    ],
    ['a currency that is not offered', [goodsRow('r1')], { currency: 'JPY' }, ['goods unknownCurrency']],
    [
      'more rows than the template takes',
      Array.from({ length: 51 }, (_, n) => goodsRow(`r${n}`)),
      {},
      ['goods tooManyRows'],
    ],
  ])('is %s', (_, rows, more, expected) => {
    expect(openPointsOf(rows, more)).toEqual(expected)
  })
})
