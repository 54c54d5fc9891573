import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readBlocks, readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { differencesBetween } from '#modules/templates/publishing/difference.ts'
import { findHostileYaml } from '#modules/templates/publishing/hostile.ts'
import { inspect, type Problem } from '#modules/templates/publishing/inspect.ts'
import { CONSULTING } from '#tests/support/consulting.ts'

const ground = {
  blocks: readBlocks(),
  laws: readFileSync('modules/templates/library/laws.yaml', 'utf8'),
  categories: ['services'],
  jurisdictions: ['CN'],
}

const textOf = ({ rule, message }: Problem) => rule ?? message

/** The example with one change. */
function inspectChanged(oldText: string, newText: string) {
  expect(CONSULTING).toContain(oldText)
  return inspect(CONSULTING.replace(oldText, newText), ground)
}

const lineOf = (text: string) => CONSULTING.slice(0, CONSULTING.indexOf(text)).split('\n').length

describe('the check of a source', () => {
  test('finds no fault in the example, and derives its traditional Chinese', () => {
    const { template, notes, problems } = inspect(CONSULTING, ground)
    expect(problems).toEqual([])
    expect(template?.title.hant).toBe('諮詢服務協議')
    expect(notes).toEqual({})
  })

  test.each([
    ['source', 'minutes: 5', 'minutes: [5', undefined, /Flow sequence/],
    ['source', 'minutes: 5', 'minutes: soon', undefined, /must be a number/],
    ['source', '{ref:fee-clause}。', '{ref:fees}。', 'expenses-clause', /does not exist/],
    ['unknown', 'category: services', 'category: astrology', undefined, /noWords/],
    ['unknown', 'code: consulting-short', 'code: drafts', undefined, /reserved/],
    ['law', '写明服务范围可避免费用争议。', '《民法典》第九千条。', 'scope', /《民法典》第9000条/],
    ['style', 'en: a written report;', 'en: a  written report;', 'scope-report', /twoSpaces/],
    ['style', '写明服务范围可避免费用争议。', '写明(服务)范围。', 'scope', /halfWidth/],
    ['style', 'required: true\n    max: 200', 'required: false\n    max: 200', 'subject', /mayBeEmpty/],
    ['proof', 'zh: 解答后续问题。', 'zh: 解答后续，。问题。', 'scope-calls', /two punctuation marks/],
  ] as const)('reports what is %s, with its line: %s', (kind, from, to, clause, message) => {
    const [first] = inspectChanged(from, to).problems
    expect(first).toMatchObject({ kind, ...(clause && { clause }) })
    expect(textOf(first!)).toMatch(message)
    // An unclosed list is reported where the next line begins, a faulty clause at its id.
    expect(Math.abs(first!.line - lineOf(from))).toBeLessThanOrEqual(
      message.source.startsWith('Flow') ? 2 : 7,
    )
  })

  test('reports mismatches between the languages, by clause and check, once for both scripts', () => {
    const { problems } = inspectChanged(
      'of receiving the invoice.',
      'of receiving the invoice, at least 30 days.',
    )
    const numbers = problems.filter(({ check }) => check === 'numbers')
    expect(numbers).toMatchObject([{ kind: 'agreement', clause: 'fee-clause', detail: { en: '30 days' } }])
  })

  test('reports only the first syntax error of a broken file', () => {
    expect(
      inspectChanged('{ id: scope-report, zh: 提交', '{ id: scope-report, zh: 提{{交').problems.length,
    ).toBeLessThan(4)
  })
})

const NESTED = Array.from({ length: 700 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')

test.each([
  ['aliases of aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]', /anchors/],
  ['a tag', 'code: !!js/function "x"', /tags/],
  ['a second document', 'code: x\n---\ncode: y', /secondDocument/],
  ['brackets in brackets', '['.repeat(140_000), /tooDeep/],
  ['dashes behind dashes', '- '.repeat(140_000), /tooDeep/],
  ['ever deeper lines', NESTED, /tooDeep/],
  ['anchors behind anchors', `a: ${'&a '.repeat(90_000)}`, /anchors/],
  ['quotation marks', '"'.repeat(280_000), /tooMany/],
  ['forty thousand keys', Array.from({ length: 40_000 }, (_, n) => `k${n}: 1`).join('\n'), /tooMany/],
])('a hostile file is not even read: %s', (_, yaml, message) => {
  expect(Buffer.byteLength(yaml)).toBeLessThan(500_000)
  const [firstProblem, ...otherProblems] = inspect(yaml, ground).problems
  expect([firstProblem!.kind, textOf(firstProblem!), otherProblems]).toEqual([
    'source',
    expect.stringMatching(message),
    [],
  ])
})

test('a repeated key is reported, and none of our templates is considered hostile', () => {
  const problems = inspect('code: one\ncode: two', ground).problems
  expect(problems).toMatchObject([{ line: 2, message: 'Map keys must be unique' }])
  for (const file of templateFiles())
    expect([file, findHostileYaml(readFileSync(file, 'utf8'))]).toEqual([file, null])
})

test('the differences of two versions are the changed, added, deleted and moved parts, settings and guidance', () => {
  const [oldSource, newSource] = [CONSULTING, CONSULTING.replace('version: 1', 'version: 2')].map((yaml) =>
    structuredClone(inspect(yaml, ground).template!),
  )
  expect(differencesBetween(oldSource!, newSource!)).toEqual([])
  const [services, payment] = newSource!.articles
  services!.clauses[0]!.guidance!.en_US = 'Say what is included.'
  services!.clauses[0]!.droppable = true
  payment!.clauses[0]!.alternatives![0]!.text.en = 'Party A pays at once.'
  payment!.clauses.pop()
  newSource!.fields[0]!.max = 300
  newSource!.articles.reverse()
  const differences = differencesBetween(oldSource!, newSource!)
  const idsWithChange = (change: string | undefined) =>
    differences.filter(({ row }) => row.change === change).map(({ row }) => row.id)
  expect(idsWithChange('reworded')).toEqual(
    expect.arrayContaining(['scope .droppable', 'scope guidance', 'fee-clause/in-advance', 'subject .max']),
  )
  expect(idsWithChange('dropped')).toEqual(['expenses-clause'])
  expect(differences.some(({ row }) => row.moved)).toBe(true)
  expect(differences.filter(({ isText }) => !isText).map(({ row }) => row.id)).toEqual([
    'scope .droppable',
    'subject .max',
  ])
})

test('a shipped template passes the check of published templates', () => {
  const file = templateFiles().find((one) => one.endsWith('power-of-attorney.yaml'))!
  const parsed = readTemplate(file)
  if (!('template' in parsed)) throw new Error(file)
  const { category, jurisdictions } = parsed.template
  const ownValues = { ...ground, categories: [category], jurisdictions }
  expect(inspect(readFileSync(file, 'utf8'), ownValues).problems).toEqual([])
})
