import type fc from 'fast-check'
import type { DocumentSource } from '#assembly/answers.ts'
import type { Article, Clause, Condition, Field, Template, Twin } from '#assembly/template/template.ts'
import { arbitraryAnswers } from './arbitrary-answers.ts'
import { arbitraryDice, type Dice } from './dice.ts'

/**
 * Templates that pass the check: conditions, alternatives, items, references and several parties in many
 * combinations.
 */
export function arbitraryTemplate(): fc.Arbitrary<Template> {
  return arbitraryDice().map(rollTemplate)
}

/** A template with answers that a person could enter, valid or invalid. */
export function arbitrarySource(): fc.Arbitrary<DocumentSource> {
  return arbitraryDice().map((dice) => {
    const template = rollTemplate(dice)
    return {
      name: '测试',
      number: dice.chance(80) ? 'QS-2026-0001' : '',
      template,
      answers: arbitraryAnswers(dice, template),
    }
  })
}

interface Draft {
  dice: Dice
  fields: Field[]
  parties: number
  /** Every id to which a reference can lead, and the preceding ids, which a condition can use. */
  targets: string[]
  before: { id: string; alternatives: string[] }[]
}

function rollTemplate(dice: Dice): Template {
  const fields = rollFields(dice)
  const shape = Array.from({ length: 1 + dice.below(5) }, () =>
    Array.from({ length: 1 + dice.below(5) }, () => dice.below(4)),
  )
  const parties = 1 + dice.below(3)
  const draft: Draft = { dice, fields, parties, targets: targetsOf(shape), before: [] }
  const articles = shape.map((clauses, index) => rollArticle(draft, clauses, index))
  articles.at(-1)?.clauses.push(clauseOfAllFields(fields))
  const title = { zh: '测试合同', en: 'Test Agreement' }
  const role = { zh: '当事人', en: 'Contracting Party' }
  const words = { zh_CN: '测试', en_US: 'test' }
  return {
    code: 'test',
    version: 1,
    title,
    category: 'test',
    tags: [],
    type: dice.pick(['I', 'II']),
    payType: 'usage',
    feeCategory: 'paid',
    languages: ['zh-Hans', 'en'],
    jurisdictions: ['CN'],
    eSign: true,
    form: dice.pick(['contract', 'contract', 'resolution']),
    prevailing: { zh: '以{prevailing}文本为准。', en: 'The {prevailing} text prevails.' },
    purpose: words,
    notFor: words,
    minutes: 1,
    parties: Array.from({ length: parties }, (_, index) => ({
      key: 'abc'.charAt(index),
      role,
      signs: dice.chance(85),
      identity: dice.pick(['any', 'company', 'individual']),
    })),
    moreParties: { role, identity: 'any', upTo: 10 },
    recitals: Array.from({ length: dice.below(3) }, (_, index) => rollClause(draft, `recital-${index}`, 0)),
    fields,
    articles,
  }
}

function rollFields(dice: Dice): Field[] {
  const label = { zh_CN: '栏目', en_US: 'Field' }
  const furtherFields: Partial<Field>[] = [
    { type: 'text', max: 40 },
    { type: 'longtext' },
    { type: 'number', min: 0, max: 1000 },
    { type: 'money', min: 1, currencies: ['CNY', 'USD', 'JPY'] },
    { type: 'date' },
    { type: 'period', units: ['day', 'working-day', 'month', 'year'], min: 1, max: 365 },
    { type: 'boolean' },
    {
      type: 'choice',
      options: ['one', 'two'].map((id) => ({ id, label, text: { zh: `选项${id}`, en: `option ${id}` } })),
    },
  ]
  return furtherFields.map((rest, index) => ({
    id: `field-${index}`,
    type: 'text',
    group: 'other',
    label,
    required: dice.chance(60),
    ...rest,
  }))
}

function targetsOf(shape: number[][]): string[] {
  return shape.flatMap((clauses, a) => [
    `article-${a}`,
    ...clauses.flatMap((items, c) => [
      `clause-${a}-${c}`,
      ...Array.from({ length: items }, (_, i) => `clause-${a}-${c}-item-${i}`),
    ]),
  ])
}

function rollArticle(draft: Draft, clauses: number[], index: number): Article {
  const condition = rollWhen(draft, 20)
  const id = `article-${index}`
  const articles = clauses.map((items, place) => rollClause(draft, `clause-${index}-${place}`, items))
  draft.before.push({ id, alternatives: [] })
  return { id, title: { zh: `标题${index}`, en: `Heading ${index}` }, ...condition, clauses: articles }
}

function rollClause(draft: Draft, id: string, items: number): Clause {
  const { dice } = draft
  const alternatives = Array.from({ length: dice.chance(30) ? 1 + dice.below(2) : 0 }, (_, index) => ({
    id: `alternative-${index}`,
    label: { zh_CN: '备选', en_US: 'Alternative' },
    text: rollTwin(draft),
  }))
  const clause: Clause = { id, text: rollTwin(draft), droppable: dice.chance(75), ...rollWhen(draft, 30) }
  if (alternatives.length) clause.alternatives = alternatives
  if (items)
    clause.items = Array.from({ length: items }, (_, index) => rollClause(draft, `${id}-item-${index}`, 0))
  draft.before.push({ id, alternatives: alternatives.map((one) => one.id) })
  return clause
}

function clauseOfAllFields(fields: Field[]): Clause {
  const marks = fields.map(({ id }) => `{${id}}`)
  return {
    id: 'all-fields',
    text: { zh: marks.join('、'), en: marks.toReversed().join(' and ') },
    droppable: true,
  }
}

const sentences: [Twin, ...Twin[]] = [
  { zh: '双方应当诚信履行。', en: 'The Parties shall perform in good faith.' },
  { zh: '费用（含税）由', en: 'Fees (including tax) are borne by ' },
  { zh: '“保密信息”是指', en: '“Confidential Information” means ' },
  { zh: '逾期超过30日的，', en: 'If delayed by more than thirty days, ' },
  { zh: '{{注}}', en: '{{note}}' },
]

/** Both sides of a text contain the same marks; each side has its own order of them. */
function rollTwin({ dice, fields, parties, targets }: Draft): Twin {
  const marks = [
    ...dice.some(fields, 15).map(({ id }) => `{${id}}`),
    ...dice.some(targets, 6).map((id) => `{ref:${id}}`),
    ...dice
      .some(['a', 'b', 'c'].slice(0, parties), 30)
      .map((key) => `{party:${key}${dice.chance(30) ? '.name' : ''}}`),
    ...dice.some(['{number}'], 5),
  ]
  const sentence = dice.pick(sentences)
  return { zh: sentence.zh + marks.join('，'), en: sentence.en + marks.toReversed().join(', ') }
}

function rollWhen(draft: Draft, percent: number): { when?: Condition } {
  return draft.dice.chance(percent) ? { when: rollCondition(draft, 2) } : {}
}

function rollCondition(draft: Draft, depth: number): Condition {
  const { dice, before } = draft
  const inner = () => rollCondition(draft, depth - 1)
  const knownId = before[dice.below(Math.max(before.length, 1))]
  const alternative = knownId?.alternatives[0]
  const leaves: [() => Condition, ...(() => Condition)[]] = [
    () => ({ field: 'field-6', is: dice.chance(50) }),
    () => ({ field: 'field-7', is: dice.pick(['one', 'two']) }),
    () => ({ filled: `field-${dice.below(6)}` }),
    () => ({ parties: { atLeast: 1 + dice.below(4) } }),
    ...(knownId ? [() => ({ kept: knownId.id }), () => ({ kept: knownId.id })] : []),
    ...(knownId && alternative ? [() => ({ chosen: knownId.id, alternative })] : []),
    ...(depth
      ? [() => ({ all: [inner(), inner()] }), () => ({ any: [inner(), inner()] }), () => ({ not: inner() })]
      : []),
  ]
  return dice.pick(leaves)()
}
