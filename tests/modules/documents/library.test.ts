import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Answers } from '#modules/documents/assembly/answers.ts'
import { assemble } from '#modules/documents/assembly/assemble.ts'
import { blankAnswers, blankParty } from '#modules/documents/assembly/blank.ts'
import { parseMarks } from '#modules/documents/assembly/marks.ts'
import { findMismatch } from '#modules/documents/assembly/numbers/mismatch.ts'
import { plainText } from '#modules/documents/assembly/plain.ts'
import { parseTemplate } from '#modules/documents/assembly/template/parse.ts'
import type {
  Clause,
  Condition,
  Field,
  FieldValue,
  Template,
  Twin,
  Words,
} from '#modules/documents/assembly/template/template.ts'
import type { Run } from '#modules/documents/assembly/tree.ts'

const folder = new URL('../../../modules/documents/library/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const read = (name: string) => parseTemplate(readFileSync(new URL(name, folder), 'utf8'), name)
const library = names.flatMap((name) => {
  const result = read(name)
  return 'template' in result ? [result.template] : []
})

const founding = [
  'labour-contract',
  'mutual-nda',
  'premises-lease',
  'sales-contract',
  'service-agreement',
  'shareholders-resolution',
]

describe('the template library', () => {
  it('holds the founding templates, each named after its code', () => {
    const codes = library.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(founding))
    expect(names).toEqual(codes.map((code) => `${code}.yaml`))
  })

  it('has the mutual NDA as its free demo', () => {
    const free = library.filter(({ feeCategory }) => feeCategory === 'free-demo')
    expect(free.map(({ code }) => code)).toEqual(['mutual-nda'])
  })

  it.each(names)('reads %s without a problem', (name) => {
    const result = read(name)
    expect('problems' in result ? result.problems : []).toEqual([])
  })
})

describe.each(library)('the template $code', (template) => {
  it('assembles while every answer is still empty, numbering without a gap', () => {
    const tree = assembleWith(template, {})
    const kept = tree.articles.filter((article) => article.kept)
    expect(kept.length).toBeGreaterThan(2)
    expect(kept.map(({ number }) => number)).toEqual(kept.map((_, index) => index + 1))
  })

  it.each(answerSets(template))('leaves nothing to settle once filled in: %s', (_, answers) => {
    const tree = assembleWith(template, answers)
    expect(tree.open).toEqual([])
    for (const side of ['zh', 'en'] as const) {
      const text = plainText(tree, side)
      expect(text).not.toMatch(/[{}]|____|＿＿＿|undefined|null/)
    }
  })

  it('uses every field in a text or a condition', () => {
    const asked = conditions(template).flatMap(fieldsOf)
    const printed = twins(template).flatMap(({ text }) => namesIn(text.zh, 'field'))
    const used = new Set([...asked, ...printed])
    expect(template.fields.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([])
  })

  it('asks for every field that it prints without asking whether it is filled', () => {
    const guarded = new Set(conditions(template).flatMap(fieldsOf))
    const printed = new Set(twins(template).flatMap(({ text }) => namesIn(text.zh, 'field')))
    const unguarded = template.fields.filter(
      ({ id, required }) => !required && printed.has(id) && !guarded.has(id),
    )
    expect(unguarded.map(({ id }) => id)).toEqual([])
  })

  it('names every party in a text, or has it sign a resolution', () => {
    const named = new Set(twins(template).flatMap(({ text }) => namesIn(text.zh, 'party')))
    const keys = template.parties.filter(({ signs }) => template.form === 'contract' || !signs)
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.map(({ key }) => key).filter((key) => !named.has(key))).toEqual([])
    expect(template.parties.some(({ signs }) => signs)).toBe(true)
  })

  it('guides through every article and every choice between texts', () => {
    for (const article of template.articles) expect(article.guidance, article.id).toBeDefined()
    const choices = clauses(template).filter(({ alternatives }) => alternatives?.length)
    expect(choices.length).toBeGreaterThan(0)
    for (const clause of choices) expect(clause.guidance, clause.id).toBeDefined()
  })

  it('says the same on both sides, mark for mark and number for number', () => {
    for (const { id, text } of twins(template)) {
      expect(markNames(text.zh), id).toEqual(markNames(text.en))
      expect(findMismatch({ zh: runs(text.zh), en: runs(text.en) }), id).toBeNull()
    }
  })

  it('sets Chinese with full-width punctuation and no space between characters', () => {
    for (const text of chineseTexts(template)) {
      expect(text).not.toMatch(/\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u)
      expect(text).not.toMatch(/\p{Script=Han}\s+\p{Script=Han}|[，。；：、）》”]\s|\s[（《“]/u)
      expect(text).not.toMatch(/\n/)
    }
  })

  it('keeps Chinese characters and punctuation out of the English', () => {
    for (const text of englishTexts(template)) {
      expect(text).not.toMatch(/\p{Script=Han}|[，。；：、（）《》＿]/u)
      expect(text).not.toMatch(/ {2}|'|\n/)
    }
  })

  it('leaves numbers, and names of its own parties, to the marks', () => {
    for (const { id, text } of twins(template)) {
      expect(text.zh, id).not.toMatch(/[甲乙丙丁]方|见本(合同|协议)第|大写/)
      expect(text.en, id).not.toMatch(/Party [A-J]\b|(Section|Clause|Article) \d/)
    }
  })
})

describe('the labour contract', () => {
  it('cannot be made without the items Labour Contract Law art. 17 requires', () => {
    const template = library.find(({ code }) => code === 'labour-contract')
    const fixed = clauses(template as Template).filter(({ droppable }) => !droppable)
    const required = [
      ...['term', 'post-duties', 'place', 'hours-system', 'leave', 'pay', 'social-insurance', 'conditions'],
      ...['hazard-notice', 'no-hazard', 'probation-standard', 'pay-probation'],
    ]
    expect(fixed.map(({ id }) => id)).toEqual(expect.arrayContaining(required))
  })
})

describe('the shareholders’ resolution', () => {
  it('takes effect by the vote of a meeting, and by the last signature where there is none', () => {
    const template = library.find(({ code }) => code === 'shareholders-resolution') as Template
    const text = (answers: Partial<Answers>) => plainText(assembleWith(template, answers), 'en')
    expect(text({})).toContain('takes effect on its adoption')
    const written = text({ clauses: { meeting: { alternative: 'written' } } })
    expect(written).toContain('on which all shareholders have signed or sealed it')
    expect(written).not.toContain('takes effect on its adoption')
  })
})

function assembleWith(template: Template, change: Partial<Answers>) {
  const blank = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
  const answers = { ...blank, ...change }
  return assemble({ name: template.title.en, number: 'QS-2026-0001', template, answers })
}

/** Filled-in answers that between them choose every alternative, answer every question both ways, and add a party. */
function answerSets(template: Template): [string, Partial<Answers>][] {
  const longest = Math.max(...clauses(template).map(({ alternatives = [] }) => alternatives.length))
  const sets: [string, Partial<Answers>][] = [
    ['as the template stands', filled(template, true)],
    ['every question answered no', filled(template, false)],
  ]
  for (let turn = 0; turn < longest; turn++) {
    const chosen = clauses(template).flatMap(({ id, alternatives = [] }) => {
      const alternative = alternatives[turn]?.id
      return alternative ? [[id, { alternative }]] : []
    })
    sets.push([`alternative ${turn + 1}`, { ...filled(template, true), clauses: Object.fromEntries(chosen) }])
  }
  return sets
}

function filled(template: Template, yes: boolean): Partial<Answers> {
  const count = yes ? (template.moreParties?.upTo ?? template.parties.length) : template.parties.length
  const parties = Array.from({ length: count }, (_, index) => ({
    ...blankParty('abcdefghij'.charAt(index), template.parties[index]?.identity ?? 'company'),
    name: '莲花贸易有限公司',
    nameEn: 'Lotus Trading Co., Ltd.',
    legalRepresentative: '陈明',
    legalRepresentativeEn: 'Chen Ming',
    email: 'office@lotus.example',
  }))
  const fields = template.fields.map((field) => [field.id, valueFor(field, yes)])
  return { parties, fields: Object.fromEntries(fields) }
}

function valueFor(field: Field, yes: boolean): FieldValue {
  const least = field.min ?? 1
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
    default:
      return { zh: '示例', en: 'sample' }
  }
}

function clauses(template: Template): Clause[] {
  const tops = [...template.recitals, ...template.articles.flatMap((article) => article.clauses)]
  return tops.flatMap((clause) => [clause, ...(clause.items ?? [])])
}

function twins(template: Template): { id: string; text: Twin }[] {
  return clauses(template).flatMap(({ id, text, alternatives = [] }) => [
    { id, text },
    ...alternatives.map((alternative) => ({ id: `${id}/${alternative.id}`, text: alternative.text })),
  ])
}

function plainTwins(template: Template): Twin[] {
  return [
    template.title,
    ...template.parties.map(({ role }) => role),
    ...template.articles.map(({ title }) => title),
    ...template.fields.flatMap(({ options = [] }) => options.map(({ text }) => text)),
    ...twins(template).map(({ text }) => text),
  ]
}

function allWords(template: Template): Words[] {
  const clauseWords = clauses(template).flatMap(({ guidance, alternatives = [] }) => [
    guidance,
    ...alternatives.map(({ label }) => label),
  ])
  const fieldWords = template.fields.flatMap(({ label, hint, options = [] }) => [
    label,
    hint,
    ...options.map((option) => option.label),
  ])
  const articleWords = template.articles.map(({ guidance }) => guidance)
  const all = [template.purpose, template.notFor, ...articleWords, ...clauseWords, ...fieldWords]
  return all.filter((words) => words !== undefined)
}

/** A mark stands for Chinese words, so that what touches it is tested as between Han characters. */
function chineseTexts(template: Template): string[] {
  const printed = plainTwins(template).map(({ zh }) => zh.replaceAll(/\{[^{}]*\}/g, '文'))
  return [...printed, ...allWords(template).map(({ zh_CN }) => zh_CN)]
}

function englishTexts(template: Template): string[] {
  return [...plainTwins(template).map(({ en }) => en), ...allWords(template).map(({ en_US }) => en_US)]
}

function conditions(template: Template): Condition[] {
  const parts = [...template.articles, ...clauses(template)]
  return parts.flatMap(({ when }) => (when ? [when] : []))
}

function fieldsOf(condition: Condition): string[] {
  if ('field' in condition) return [condition.field]
  if ('filled' in condition) return [condition.filled]
  if ('all' in condition) return condition.all.flatMap(fieldsOf)
  if ('any' in condition) return condition.any.flatMap(fieldsOf)
  return 'not' in condition ? fieldsOf(condition.not) : []
}

function namesIn(text: string, kind: 'field' | 'party'): string[] {
  return parseMarks(text).flatMap((mark) => {
    if (mark.kind !== kind) return []
    return mark.kind === 'party' ? [mark.key] : [(mark as { id: string }).id]
  })
}

function markNames(text: string): string[] {
  const sources = parseMarks(text).filter(({ kind }) => kind !== 'text')
  return [...new Set(sources.map(({ source }) => source))].toSorted()
}

function runs(text: string): Run[] {
  return parseMarks(text).map(({ kind, source }) => {
    if (kind === 'text') return { kind, text: source }
    return kind === 'field' ? { kind, text: '', of: source } : { kind: 'party', text: '' }
  })
}
