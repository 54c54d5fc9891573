import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers, blankParty } from '#assembly/blank.ts'
import { parseMarks } from '#assembly/marks.ts'
import { findMismatch } from '#assembly/numbers/mismatch.ts'
import { templateArticles, templateClauses } from '#assembly/outline.ts'
import { plainText } from '#assembly/plain.ts'
import { plainTable } from '#assembly/proving/sample.ts'
import { styleFaults } from '#assembly/proving/style.ts'
import { leavesOf } from '#assembly/rules/leaves.ts'
import type {
  Clause,
  Field,
  FieldValue,
  RoleTraits,
  Rule,
  Template,
  Twin,
} from '#assembly/template/template.ts'
import type { Run } from '#assembly/tree.ts'
import { isChinese, twinAttributes } from '#assembly/twins.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'

const files = templateFiles()
const names = files.map((file) => basename(file))
const parsedTemplates = files.flatMap((file) => {
  const result = readTemplate(file)
  return 'template' in result ? [{ ...result, file }] : []
})
const library = parsedTemplates.map(({ template }) => template)
const samples = new Map(parsedTemplates.map(({ template, notes }) => [template.code, notes.sample]))

describe('the template library', () => {
  it('contains templates named after their codes, in the folders of their categories', () => {
    expect(library.length).toBeGreaterThan(5)
    expect(names).toEqual(library.map(({ code }) => `${code}.yaml`))
    const folders = parsedTemplates.map(({ file }) => basename(dirname(file)))
    expect(folders).toEqual(library.map(({ category }) => category))
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(['en_US', 'zh_CN', 'zh_TW'])('names each of its categories in %s', (locale) => {
    const words = JSON.parse(readFileSync(`locales/${locale}/documents.json`, 'utf8'))
    expect(Object.keys(words.category)).toEqual(
      expect.arrayContaining(library.map(({ category }) => category)),
    )
  })

  it('has the mutual NDA as its free demo', () => {
    const freeTemplates = library.filter(({ feeCategory }) => feeCategory === 'free-demo')
    expect(freeTemplates.map(({ code }) => code)).toEqual(['mutual-nda'])
  })

  it.each(files)('parses %s without a problem', (file) => {
    const result = readTemplate(file)
    expect('problems' in result ? result.problems : []).toEqual([])
  })
})

describe.each(library)('the template $code', (template) => {
  it('assembles with every answer empty, and numbers its parts without gaps', () => {
    const tree = assembleWith(template, {})
    const articles = tree.articles.filter((article) => article.kept && !article.annex)
    expect(articles.length).toBeGreaterThan(2)
    for (const behind of [false, true]) {
      const run = articles.filter(({ annex }) => Boolean(annex) === behind)
      expect(run.map(({ number }) => number)).toEqual(run.map((_, index) => index + 1))
    }
  })

  it.each(answerSets(template))('leaves no open point once filled in: %s', (_, answers) => {
    const tree = assembleWith(template, answers)
    // Answering yes to all questions and choosing all alternatives may break a rule.
    const points = tree.open.filter(({ kind }) => kind !== 'advice')
    const excluding = new Set(template.rules?.filter(asksYesOrNo).map(({ id }) => id))
    expect(
      points.filter(({ problem, rule }) => problem !== 'rule' || !(answers.clauses || excluding.has(rule!))),
    ).toEqual([])
    for (const side of ['zh', 'en'] as const) {
      const text = plainText(tree, side)
      expect(text).not.toMatch(/[{}]|____|＿＿＿|undefined|null/)
    }
  })

  it.runIf(samples.get(template.code))('has a sample that can be finalised unchanged', () => {
    const { fields = {}, parties = [], chosen = {} } = samples.get(template.code) ?? {}
    const ids = new Set(template.fields.map(({ id }) => id))
    expect(Object.keys(fields).filter((id) => !ids.has(id))).toEqual([])
    const blank = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
    const people = (template.moreParties ? parties : blank.parties).map((_, index) => ({
      ...(blank.parties[index] ??
        blankParty('abcdefghij'.charAt(index), traitsAt(template, index).identity!)),
      ...parties[index],
    }))
    const clauses = Object.fromEntries(
      Object.entries(chosen).map(([id, alternative]) => [id, { alternative }]),
    )
    const tree = assembleWith(template, { fields: { ...blank.fields, ...fields }, clauses, parties: people })
    expect(tree.open).toEqual([])
  })

  it('has sample parties that are the same in both languages, with addresses in the stated places', () => {
    const parties = samples.get(template.code)?.parties ?? []
    const oneSided = parties.flatMap((party) =>
      twinAttributes
        .filter((name) => isChinese(party[name] ?? '') && !party[`${name}En`])
        .map((name) => `${party.name}: ${name}`),
    )
    expect(oneSided).toEqual([])
    const homeless = parties.filter(({ place, address }) => place === 'abroad' && !address)
    expect(homeless.map(({ name }) => name)).toEqual([])
  })

  it('follows our style rules, and uses every field and party', () => {
    expect(styleFaults(template)).toEqual([])
  })

  it('has guidance for every article and every choice between texts', () => {
    for (const article of templateArticles(template)) expect(article.guidance, article.id).toBeDefined()
    const choices = clauses(template).filter(({ alternatives }) => alternatives?.length)
    expect(choices.length).toBeGreaterThan(0)
    for (const clause of choices) expect(clause.guidance, clause.id).toBeDefined()
  })

  it('has a hint for every question with options', () => {
    const bare = template.fields.filter(({ type, hint }) => type === 'choice' && !hint)
    expect(bare.map(({ id }) => id)).toEqual([])
  })

  it('has the same marks and numbers on both sides', () => {
    for (const { id, text } of twins(template)) {
      expect(markNames(text.zh), id).toEqual(markNames(text.en))
      expect(findMismatch({ zh: runs(text.zh), en: runs(text.en) }), id).toBeNull()
    }
  })
})

describe('the labour contract', () => {
  it('cannot be finalised without the items required by art. 17 of the Labour Contract Law', () => {
    const template = library.find(({ code }) => code === 'labour-contract')
    const fixed = clauses(template as Template).filter(({ droppable }) => !droppable)
    const required = [
      'term',
      'post-duties',
      'place',
      'hours-system',
      'leave',
      'pay',
      'social-insurance',
      'conditions',
      'hazard-notice',
      'no-hazard',
      'probation-standard',
      'pay-probation',
    ]
    expect(fixed.map(({ id }) => id)).toEqual(expect.arrayContaining(required))
  })
})

describe('the shareholders’ resolution', () => {
  it('takes effect by the vote of a meeting, or by the last signature without one', () => {
    const template = library.find(({ code }) => code === 'shareholders-resolution') as Template
    const text = (answers: Partial<Answers>) => plainText(assembleWith(template, answers), 'en')
    expect(text({})).toContain('takes effect on its adoption')
    const writtenText = text({ clauses: { meeting: { alternative: 'written' } } })
    expect(writtenText).toContain('on which all shareholders have signed or sealed it')
    expect(writtenText).not.toContain('takes effect on its adoption')
  })
})

/**
 * Rules about combinations of answers, or about answers and parties, which yes or no to all questions
 * breaks.
 */
const asksYesOrNo = ({ must }: Rule) =>
  leavesOf(must).some(({ leaf }) => 'field' in leaf || ('party' in leaf && leaf.is))

function assembleWith(template: Template, change: Partial<Answers>, choice = {}) {
  const languages = { primary: 'zh', bilingual: true, script: 'Hans', ...choice } as const
  const blank = blankAnswers(template, languages)
  const answers = { ...blank, ...change }
  return assemble({ name: template.title.en, number: 'QS-2026-0001', template, answers })
}

/**
 * Sets of answers that together choose every alternative, answer every question with yes and with no, and
 * add a party.
 */
function answerSets(template: Template): [string, Partial<Answers>][] {
  const longest = Math.max(...clauses(template).map(({ alternatives = [] }) => alternatives.length))
  const sets: [string, Partial<Answers>][] = [
    ['as the template stands', answersFor(template, true)],
    ['every question answered no', answersFor(template, false)],
  ]
  for (let turn = 0; turn < longest; turn++) {
    const chosenClauses = clauses(template).flatMap(({ id, alternatives = [] }) => {
      const alternative = alternatives[turn]?.id
      return alternative ? [[id, { alternative }]] : []
    })
    sets.push([
      `alternative ${turn + 1}`,
      { ...answersFor(template, true), clauses: Object.fromEntries(chosenClauses) },
    ])
  }
  return sets
}

/** The sample's answers if the sample has them, because they fulfil the template's rules. */
function answersFor(template: Template, yes: boolean): Partial<Answers> {
  const sample = samples.get(template.code)
  const max = template.moreParties?.upTo ?? template.parties.length
  const isBoard = template.moreParties?.votes === 'one'
  // A board has the directors of the sample.
  const count = isBoard ? sample!.parties.length : yes ? max : template.parties.length
  const voters = Array.from({ length: count }, (_, index) => traitsAt(template, index)).filter(
    ({ votes }) => votes,
  )
  const parties = Array.from({ length: count }, (_, index) => ({
    ...blankParty('abcdefghij'.charAt(index), traitsAt(template, index).identity ?? 'company'),
    ...(traitsAt(template, index).place ? {} : { place: 'abroad' as const }),
    idNumber: `HRB 2026${index}`,
    address: '汉堡市运河街1号',
    addressEn: '1 Kanalstrasse, Hamburg',
    name: `莲花贸易${index}有限公司`,
    nameEn: `Lotus Trading ${index} Co., Ltd.`,
    legalRepresentative: '陈明',
    legalRepresentativeEn: 'Chen Ming',
    email: 'office@lotus.example',
    ...Object.fromEntries(
      twinAttributes.flatMap((name) => (sample?.parties[index]?.[name] ? [[`${name}En`, '']] : [])),
    ),
    ...sample?.parties[index],
    ...(traitsAt(template, index).votes && { vote: 'for' as const, share: (100 / voters.length).toFixed(6) }),
  }))
  const fields = template.fields.map((field) => [field.id, valueFor(field, yes, sample?.fields[field.id])])
  return { parties, fields: Object.fromEntries(fields) }
}

const traitsAt = (template: Template, index: number): Partial<RoleTraits> =>
  template.parties[index] ?? template.moreParties ?? {}

function valueFor(field: Field, yes: boolean, givenValue?: FieldValue): FieldValue {
  if (givenValue !== undefined && field.type !== 'boolean') return givenValue
  const least = (typeof field.min === 'object' ? Object.values(field.min)[0] : field.min) ?? 1
  switch (field.type) {
    case 'number':
      return least
    case 'money':
      return { amount: Math.max(least, 1) * 100, currency: field.currencies?.[0] ?? 'CNY' }
    case 'date':
      return '2026-12-01'
    case 'period':
      return { count: least, unit: field.units?.[0] ?? 'day' }
    case 'choice':
      return field.options?.at(yes ? 0 : -1)?.id ?? ''
    case 'boolean':
      return yes
    case 'table':
      return plainTable(field, 1)
    default:
      return { zh: '示例', en: 'sample' }
  }
}

const clauses = (template: Template): Clause[] =>
  Array.from(templateClauses(template), ({ clause }) => clause)

function twins(template: Template): { id: string; text: Twin }[] {
  return clauses(template).flatMap(({ id, text, alternatives = [] }) => [
    { id, text },
    ...alternatives.map((alternative) => ({ id: `${id}/${alternative.id}`, text: alternative.text })),
  ])
}

function markNames(text: string): string[] {
  const sources = parseMarks(text).filter(({ kind }) => kind !== 'text')
  return [...new Set(sources.map(({ source }) => source))].toSorted()
}

function runs(text: string): Run[] {
  return parseMarks(text).map(({ kind, source }) => {
    if (kind === 'text') return { kind, text: source }
    return kind === 'field' ? { kind, text: '', target: source } : { kind: 'party', text: '' }
  })
}
