import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseTemplate } from '#assembly/template/parse.ts'

const example = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/template-format.md', 'utf8'))?.[1] ?? ''

/** The problems of the documented example after one change, each as `line clause message`. */
function problemsAfter(old: string, changed: string): string[] {
  if (!example.includes(old)) throw new Error(`the example does not say ${old}`)
  const parsed = parseTemplate(example.replace(old, changed), 'example.yaml')
  return 'problems' in parsed ? parsed.problems.map((one) => `${one.clause ?? '-'}: ${one.message}`) : []
}

it('parses the example of the documentation', () => {
  const parsed = parseTemplate(example, 'example.yaml')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const clause = parsed.template.articles[1]?.clauses[1]
  expect(clause).toMatchObject({
    id: 'expenses-clause',
    droppable: true,
    text: { zh: expect.stringContaining('差旅费') },
  })
  expect(parsed.template.fields[4]?.options?.[1]?.text.zh).toBe('中国国际经济贸易仲裁委员会')
})

it('reports file, line, column and clause', () => {
  const brokenYaml = example.replace('适用{ref:fee-clause}', '适用{ref:fee-klause}')
  const line = brokenYaml.split('\n').findIndex((text) => text.includes('fee-klause')) + 1
  const parsed = parseTemplate(brokenYaml, 'library/example.yaml')
  expect(parsed).toMatchObject({
    problems: [
      { file: 'library/example.yaml', line, column: 13, clause: 'expenses-clause' },
      { clause: 'expenses-clause' },
      { clause: 'expenses-clause' },
    ],
  })
})

describe('a template is rejected for', () => {
  it.each<[string, string, string, string]>([
    [
      'an age on the day of no date',
      'when: { field: expenses, is: true }',
      'when: { less: [{ age: b, on: pay-within }, 18] }',
      'expenses-clause: "pay-within" is a period field; an age is calculated on a date',
    ],
    [
      'the age of a party that cannot exist',
      'when: { field: expenses, is: true }',
      'when: { less: [{ age: e, on: pay-within }, 18] }',
      'expenses-clause: there is no party "e"',
    ],
    [
      'a former id that stands',
      '- id: payment\n',
      '- id: payment\n    was: scope\n',
      '-: "was" names "scope", which is still in the template',
    ],
    [
      'a former id named twice',
      '- id: court\n',
      '- id: court\n        was: [judge, judge]\n',
      '-: "was" names "judge" twice',
    ],
    [
      'a field whose answers would not be kept',
      '  - id: subject\n',
      '  - id: constructor\n',
      '-: the id "constructor" is reserved',
    ],
    [
      'a clause whose answers would not be kept',
      '- id: expenses-clause\n',
      '- id: prototype\n',
      'prototype: the id "prototype" is reserved',
    ],
    [
      'a field called like a property',
      '  - id: subject\n',
      '  - id: toString\n',
      '-: "id" may contain only lower-case letters, digits and single hyphens',
    ],
    [
      'a former role that is no text',
      'signs: true }\n',
      'signs: true, was: 7 }\n',
      '-: "was" is written in an unknown form',
    ],
    ['a key that is not known', 'minutes: 5', 'minutes: 5\nminuts: 5', '-: unknown key "minuts"'],
    ['a key given twice', 'minutes: 5', 'minutes: 5\nminutes: 6', '-: Map keys must be unique'],
    [
      'a missing side',
      '          - { id: scope-report, zh: 提交书面报告；, en: a written report; }',
      '          - { id: scope-report, zh: 提交书面报告； }',
      'scope-report: "en" is missing',
    ],
    ['a wrong word', 'type: money', 'type: cash', '-: "type" must be one of'],
    [
      'an id that is taken',
      'id: scope-calls',
      'id: scope-report',
      'scope-report: the id "scope-report" is already taken',
    ],
    ['a clause named like a field', 'id: scope-calls', 'id: fee', 'fee: the id "fee" is already taken'],
    [
      'a field that is not there',
      '支付服务费{fee}',
      '支付服务费{price}',
      'fee-clause: there is no field "price"',
    ],
    [
      'sides that name different things',
      '提交{forum}解决',
      '提交仲裁解决',
      'disputes-clause: this side lacks {forum}',
    ],
    ['a party out of order', 'key: b,', 'key: c,', '-: the key must be "b", not "c"'],
    [
      'a party that may be absent',
      '{party:b}就{subject}',
      '{party:c}就{subject}',
      'scope: party "c" may be absent',
    ],
    [
      'a condition on a clause that is not there',
      'field: expenses, is: true',
      'kept: nothing',
      'expenses-clause: there is no clause "nothing"',
    ],
    [
      'an option that is not there',
      'field: expenses, is: true',
      'field: forum, is: moon',
      'expenses-clause: "forum" has no option "moon"',
    ],
    [
      'an alternative that is not there',
      'field: expenses, is: true',
      'chosen: fee-clause, alternative: x',
      'expenses-clause: the clause "fee-clause" has no alternative "x"',
    ],
    [
      'a circle through not',
      'field: expenses, is: true',
      'not: { kept: expenses-clause }',
      'expenses-clause: the condition of "expenses-clause" is circular through "not"',
    ],
    ['a default out of bounds', 'count: 10', 'count: 100', '-: the default is above "max"'],
    [
      'a default in an unknown unit',
      'unit: working-day',
      'unit: month',
      '-: the default has a unit that is not in "units"',
    ],
    ['money without currencies', '    currencies: [CNY, USD]\n', '', '-: a money field needs "currencies"'],
    [
      'bounds where there are none',
      '    type: boolean',
      '    type: boolean\n    max: 3',
      '-: a boolean field cannot have "max"',
    ],
    ['marks in a title', 'zh: 服务内容, en', 'zh: "服务{fee}", en', '-: this text may not contain marks'],
    ['a stray brace', '提交{forum}解决', '提交{forum}解决}', 'disputes-clause: "}" is not a mark'],
    [
      'a line break between Chinese characters',
      '合理差旅费',
      '合理 差旅费',
      'expenses-clause: there is a space or line break',
    ],
    [
      'a clause that favours nobody listed',
      'id: in-advance\n',
      'id: in-advance\n            favours: e\n',
      'fee-clause: there is no party "e"',
    ],
    [
      'fallbacks with a gap',
      'id: in-advance\n',
      'id: in-advance\n            fallback: 2\n',
      'fee-clause: no text of the clause is fallback 1',
    ],
    [
      'only fallbacks',
      '        alternatives:\n          - id: in-advance\n',
      '        fallback: 1\n        alternatives:\n          - id: in-advance\n            fallback: 2\n',
      'fee-clause: every text of the clause is a fallback',
    ],
    ['a reserved id', 'id: scope-calls', 'id: added-x', 'added-x: the id "added-x" is reserved'],
  ])('%s', (_, old, changed, message) => {
    const problems = problemsAfter(old, changed)
    expect(
      problems.some((problem) => problem.startsWith(message)),
      problems.join('\n'),
    ).toBe(true)
  })

  it('a field that no text and no condition uses', () => {
    const field = '  - { id: idle, type: date, group: other, label: { zh_CN: 闲置, en_US: Idle } }\n'
    expect(problemsAfter('fields:\n', `fields:\n${field}`)).toEqual([
      '-: the field "idle" is used by no text or condition',
    ])
  })

  it('a circle around a mandatory clause, but not around an optional one', () => {
    const circle = (droppable: boolean) =>
      problemsAfter(
        'when: { field: expenses, is: true }',
        `droppable: ${droppable}\n        when: { all: [{ field: expenses, is: true }, { kept: expenses-clause }] }`,
      )
    expect(circle(true)).toEqual([])
    expect(circle(false)).toEqual([
      'expenses-clause: "expenses-clause" may not be dropped, so its condition may not be circular',
    ])
  })
})

it('reads whom a text favours and its fallbacks, and reports a wrong one in its own line', () => {
  const ownKeys = '        favours: b\n        alternatives:\n'
  const yaml = example
    .replace('        alternatives:\n', ownKeys)
    .replace('id: in-advance\n', 'id: in-advance\n            favours: neutral\n            fallback: 1\n')
  const parsed = parseTemplate(yaml, 'x.yaml')
  const clause = 'template' in parsed ? parsed.template.articles[1]!.clauses[0]! : undefined
  expect(clause).toMatchObject({
    favours: 'b',
    alternatives: [{ id: 'in-advance', favours: 'neutral', fallback: 1 }],
  })
  const wrongYaml = yaml.replace('favours: neutral', 'favours: seller')
  const result = parseTemplate(wrongYaml, 'x.yaml')
  const line = wrongYaml.split('\n').findIndex((one) => one.includes('favours: seller')) + 1
  expect('problems' in result && result.problems).toMatchObject([{ line, clause: 'fee-clause' }])
})

it('rejects anything that is not a template without failing', () => {
  for (const yaml of ['', '[]', 'hello', '42', 'a: *b', '{', '\u0000']) {
    const parsed = parseTemplate(yaml, 'x.yaml')
    expect('problems' in parsed && parsed.problems.length).toBeGreaterThan(0)
  }
})
