import { basename } from 'node:path'
import { expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import type { Template } from '#assembly/template/template.ts'
import type { TableCell, TableRowNode } from '#assembly/tree.ts'
import { templateFiles } from '#modules/templates/library/template-files.ts'
import { numbers } from '#tests/support/mutants.ts'
import { judged, type RandomBelow, roll } from '#tests/support/rolled-answers.ts'
import { caseCount } from '#tests/support/runs.ts'
import { templateOf } from '#tests/support/sample-documents.ts'

/** The number of documents of each template. */
const ROUNDS = caseCount(40, 2000)
const SEED = Number(process.env.SEED ?? Date.now() % 1e6)

/**
 * The contradictions in a finished document, found by an independent reading of its answers and its text.
 */
function faultsOf(template: Template, answers: Answers): string[] {
  const tree = assemble({ name: 'n', number: 'QS-1', template, answers })
  if (tree.open.some(({ kind }) => kind !== 'advice' && kind !== 'mismatch')) return []
  finishedCount++
  const clauses = [...tree.recitals, ...tree.articles.flatMap((one) => (one.kept ? one.clauses : []))]
  const tables = clauses.flatMap(({ kept, table }) => (kept && table ? [table] : []))
  const numbers = answers.parties.map(({ idNumber }) => idNumber).filter(Boolean)
  const brokenRules = (template.rules ?? []).filter((rule) =>
    judged(template, answers, rule).some(({ isBroken }) => isBroken),
  )
  return [
    ...brokenRules.map(({ id }) => `breaks ${id}`),
    ...tables.flatMap(({ field, rows }) => wrongTotals(rows).map((column) => `${field}: total of ${column}`)),
    ...(new Set(numbers).size < numbers.length ? ['the same party twice'] : []),
  ]
}

/** The columns whose printed total differs from the sum of their printed figures. */
function wrongTotals(rows: TableRowNode[]): number[] {
  const figure = (cells: TableCell[], columnFromEnd: number) =>
    Math.round(100 * Number((cells.at(-columnFromEnd)?.text.en[0]?.text ?? '').replaceAll(',', '')))
  const total = rows.find((row) => row.total)
  const places = Array.from({ length: (total?.cells.length ?? 1) - 1 }, (_, index) => index + 1)
  return places.filter((place) => {
    if (!total?.cells.at(-place)?.text.en.length) return false
    const figures = rows.filter((row) => !row.total).map(({ cells }) => figure(cells, place))
    return figures.reduce((sum, one) => sum + (one || 0), 0) !== figure(total.cells, place)
  })
}

let finishedCount = 0

test.each(templateFiles().map((file) => basename(file, '.yaml')))(
  'a finished document of %s breaks no rule and adds up',
  (code) => {
    const { template, notes } = templateOf(code)
    const below = numbers(SEED + 1)
    const rules = [...(template.rules ?? []), ...(template.advise ?? [])]
    const faults: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
      const sample = sampleAnswers(template, notes, languages, { all: true })
      // Half of the documents differ little from the sample, so that many can be finished.
      const rolled = roll(template, rules[below(rules.length)]!, sample, below)
      const answers =
        round % 2 ? rolled : { ...sample, fields: mixFields(sample.fields, rolled.fields, below) }
      for (const fault of faultsOf(template, answers))
        faults.push(`seed ${SEED}: ${fault}, ${JSON.stringify(answers.fields)}`)
    }
    expect(faults.slice(0, 3)).toEqual([])
  },
  300_000,
)

/** The fields of one set, with a few of another. */
function mixFields(one: Answers['fields'], other: Answers['fields'], below: RandomBelow): Answers['fields'] {
  const takenFields = Object.entries(other).filter(() => below(8) === 0)
  return { ...one, ...Object.fromEntries(takenFields) }
}

test('many of the generated documents can be finished', () => {
  expect(finishedCount).toBeGreaterThan(ROUNDS / 2)
})

test('each advice of the library is raised by some generated answers', () => {
  const below = numbers(SEED + 2)
  const unraisedAdvice = templateFiles().flatMap((file) => {
    const { template, notes } = templateOf(basename(file, '.yaml'))
    return (template.advise ?? []).flatMap((rule) => {
      const sample = sampleAnswers(
        template,
        notes,
        { primary: 'zh', bilingual: true, script: 'Hans' },
        { all: true },
      )
      for (let round = 0; round < 600; round++) {
        const answers = roll(template, rule, sample, below)
        const tree = assembleText({ name: 'n', number: 'QS-1', template, answers })
        if (tree.open.some((point) => point.kind === 'advice' && point.rule === rule.id)) return []
      }
      return [`${template.code}: ${rule.id}, seed ${SEED}`]
    })
  })
  expect(unraisedAdvice).toEqual([])
}, 300_000)
