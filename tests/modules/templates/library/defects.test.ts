import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { plainText } from '#assembly/plain.ts'
import { prove } from '#assembly/proving/prove.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { amountsOf, leavesOf } from '#assembly/rules/leaves.ts'
import { isTable } from '#assembly/tables/table.ts'
import { checkTemplate } from '#assembly/template/check-template.ts'
import type { Condition, TableRow, Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { listParts } from '#assembly/template/template-parts.ts'
import { citationsOf, unequalCitations } from '#modules/templates/library/citations.ts'
import { readLaws, unknownUses } from '#modules/templates/library/laws.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { printCountsText } from '#tests/support/golden.ts'
import { note } from '#tests/support/measured.ts'
import { numbers } from '#tests/support/mutants.ts'
import { ALL_LARGE, caseCount } from '#tests/support/runs.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1e6)

interface Read {
  template: Template
  notes: TemplateNotes
}

const library = templateFiles().flatMap((file): Read[] => {
  const parsed = readTemplate(file)
  return 'template' in parsed ? [parsed] : []
})

/** The parts of a value for which `isOne` holds, each as its key in the object or list that contains it. */
function places<T>(
  value: unknown,
  isOne: (part: unknown, key: string) => part is T,
): { in: Record<string, T>; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    ...(isOne(part, key) ? [{ in: value as Record<string, T>, key }] : []),
    ...places(part, isOne),
  ])
}

const copyOf = ({ template, notes }: Read): Read => ({ template: structuredClone(template), notes })

/** Whether the sample is printed otherwise than the golden text. */
function printsDifferently({ template, notes }: Read): boolean {
  const answers = sampleAnswers(template, notes, { primary: 'zh', bilingual: true, script: 'Hans' })
  const tree = assemble({ name: template.title.en, number: 'QS-2026-0001', template, answers })
  return `${plainText(tree, 'zh')}\n` !== golden(`${template.code}.zh`)
}

const golden = (name: string) => readFileSync(`tests/golden/${name}.txt`, 'utf8')

function isFaulty(read: Read): boolean {
  if (checkTemplate(read.template).length > 0 || printsDifferently(read)) return true
  const proved = prove(read.template, read.notes)
  return proved.proofs.length > 0 || printCountsText(proved) !== golden(`${read.template.code}.stands`)
}

/** Creates `max` defects; fails if too few of them are found, and then names some of the others. */
function hunt(
  name: string,
  max: number,
  make: (read: Read, below: (limit: number) => number) => { what: string; isFound: boolean } | null,
) {
  const randomBelow = numbers(SEED)
  const defects: { what: string; isFound: boolean }[] = []
  for (let tries = 0; tries < 40 * max && defects.length < max; tries++) {
    const defectiveTemplate = make(copyOf(library[randomBelow(library.length)]!), randomBelow)
    if (defectiveTemplate) defects.push(defectiveTemplate)
  }
  const missed = defects.filter(({ isFound }) => !isFound)
  expect(defects.length).toBe(max)
  note(`proving ground: ${name}`, `${max - missed.length} of ${max} found`)
  expect(
    (100 * (max - missed.length)) / max,
    `seed ${SEED}: ${missed
      .map(({ what }) => what)
      .slice(0, 20)
      .join('\n')}`,
  ).toBeGreaterThanOrEqual(ALL_LARGE ? 95 : 80)
}

const isCondition = (part: unknown, key: string): part is Condition =>
  key === 'when' && typeof part === 'object'

test('finds a broken condition', () => {
  hunt('a broken condition', caseCount(12, 500), ({ template, notes }, below) => {
    const allConditions = places<Condition>([template.articles, template.annexes], isCondition)
    const place = allConditions[below(allConditions.length)]
    if (!place) return null
    const previousState = place.in[place.key]!
    const leaves = places<string | boolean>(
      { before: previousState },
      (part, key): part is string | boolean =>
        ['field', 'is', 'filled', 'kept', 'chosen', 'alternative', 'currency'].includes(key),
    )
    const leaf = leaves[below(leaves.length)]
    if (!leaf || below(3) === 0) place.in[place.key] = { not: previousState }
    else {
      const value = leaf.in[leaf.key]
      const fieldIds = template.fields.map(({ id }) => id)
      leaf.in[leaf.key] =
        typeof value === 'boolean' ? !value : below(2) ? `${value}-2` : fieldIds[below(fieldIds.length)]!
      if (leaf.in[leaf.key] === value) return null
    }
    const { id } = place.in as unknown as { id: string }
    return {
      what: `${template.code}/${id}: ${JSON.stringify(place.in[place.key])}`,
      isFound: isFaulty({ template, notes }),
    }
  })
})

const laws = readLaws()

test('finds an outdated article number', () => {
  hunt('an article number out of date', caseCount(25, 500), ({ template, notes }, below) => {
    const citations = citationsOf(template, notes.law).filter(({ article }) => article !== undefined)
    const { law, article, partId } = citations[below(citations.length)]!
    const isUnknown = (list: typeof laws) =>
      unknownUses(
        citations.map((one) => ({ ...one, template: template.code })),
        list,
      ).some((use) => use.law === law && use.partId === partId)
    // Cites a law in a new version, in which the article has another number.
    if (below(2)) {
      const renumbered = laws.map((one) =>
        one.name === law ? { ...one, articles: one.articles?.filter((known) => known !== article) } : one,
      )
      return {
        what: `${template.code}/${partId}: ${law} ${article} renumbered`,
        isFound: isUnknown(renumbered),
      }
    }
    // Cites another number in one of the languages.
    const otherArticle = article! + 1 + below(40)
    const previousState = JSON.stringify(template)
    const changedText = previousState.replace(
      new RegExp(`(articles? )${article}\\b`, 'i'),
      (_, word) => `${word}${otherArticle}`,
    )
    if (changedText === previousState) return null
    return {
      what: `${template.code}: article ${otherArticle} for ${article}`,
      isFound: unequalCitations(JSON.parse(changedText)).length > 0,
    }
  })
})

/** The rules that limit the sum of several answers. */
const sumRules = library.flatMap(({ template, notes }) =>
  (template.rules ?? []).flatMap((rule) => {
    const [sum, max] =
      leavesOf(rule.must)
        .map(({ leaf }) => amountsOf(leaf))
        .find(([one]) => typeof one === 'object' && ('sum' in one || 'total' in one)) ?? []
    if (typeof sum !== 'object') return []
    const fields = 'total' in sum ? [sum.total] : 'sum' in sum ? sum.sum : []
    const isPlain = fields.length > ('total' in sum ? 0 : 1) && fields.every((one) => typeof one === 'string')
    return isPlain ? [{ template, notes, rule, fields: fields as string[], max: max! }] : []
  }),
)

/** The row with a larger number in the column, or in a factor of the column. */
function largerBy(row: TableRow, column: string, randomBelow: (limit: number) => number): TableRow {
  const factor = typeof row.cells[column] === 'number' ? column : 'quantity'
  return { ...row, cells: { ...row.cells, [factor]: Number(row.cells[factor] ?? 0) + 1 + randomBelow(80) } }
}

/** The alternatives to choose so that a field is printed which the default wording omits. */
function choicesPrinting(template: Template, field: string): Answers['clauses'] {
  const wordings = listParts(template).flatMap(({ id, clause }) => {
    const [own, ...others] = clause ? [clause, ...(clause.alternatives ?? [])] : []
    const one = others.find(({ text }) => text.zh.includes(`{${field}}`))
    return one && !own!.text.zh.includes(`{${field}}`) ? [[id, { alternative: one.id }] as const] : []
  })
  return Object.fromEntries(wordings)
}

test('finds shares that exceed the whole', () => {
  expect(sumRules.length).toBeGreaterThan(7)
  hunt('a sum over 100 %', caseCount(50, 500), (_, below) => {
    const { template, notes, rule, fields, max } = sumRules[below(sumRules.length)]!
    const answers = sampleAnswers(
      template,
      notes,
      { primary: 'zh', bilingual: true, script: 'Hans' },
      { all: true },
    )
    const { when } = rule
    const givenAnswers = { ...answers.fields, ...(when && 'field' in when && { [when.field]: when.is }) }
    const whole = typeof max === 'number' ? max : givenAnswers[max as string]
    const one = fields[below(fields.length)]!
    const [table = '', column = ''] = one.split('.')
    const value = givenAnswers[table]
    // Slightly more than the limit even without the other answers.
    if (isTable(value))
      givenAnswers[table] = { ...value, rows: value.rows.map((row) => largerBy(row, column, below)) }
    else if (typeof whole === 'number') givenAnswers[one] = whole + 1 + below(80)
    else if (typeof whole === 'object' && 'amount' in whole && typeof value === 'object' && 'amount' in value)
      givenAnswers[one] = { ...value, amount: whole.amount + 1 + below(1e6) }
    else return null
    const tree = assemble({
      name: template.title.en,
      number: 'QS-2026-0001',
      template,
      answers: { ...answers, fields: givenAnswers, clauses: choicesPrinting(template, one) },
    })
    const isFound = tree.open.some((point) => point.rule === rule.id)
    return { what: `${template.code}: ${rule.id}`, isFound }
  })
})
