import { basename } from 'node:path'
import type { Answers, ClauseAnswer, LanguageChoice, Party } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers, blankParty } from '#assembly/blank.ts'
import { templateClauses } from '#assembly/outline.ts'
import type { FieldValue } from '#assembly/template/template.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'

/** How the answers differ from the template's sample. */
export interface Change {
  fields?: Record<string, FieldValue>
  /** The chosen alternative, by clause. */
  chosen?: Record<string, string>
  dropped?: string[]
  parties?: Partial<Party>[]
  /** The number of parties. By default the parties of the sample and of `parties`. */
  count?: number
  languages?: Partial<LanguageChoice>
  /** The day as yyyy-MM-dd; without it no date counts as distant. */
  today?: string
}

const files = new Map(templateFiles().map((file) => [basename(file, '.yaml'), file]))

const knownTemplates = new Map<string, ReturnType<typeof read>>()

/** Parsed templates, because parsing takes a tenth of a second and a hundred tests need them. */
export function templateOf(code: string) {
  const template = knownTemplates.get(code) ?? read(code)
  knownTemplates.set(code, template)
  return template
}

function read(code: string) {
  const result = readTemplate(files.get(code) ?? '')
  if ('problems' in result) throw new Error(code)
  return result
}

/** The answers of the template's sample, with one change. */
export function sampleAnswers(code: string, change: Change = {}): Answers {
  const { fields, chosen = {}, dropped = [], parties = [], languages } = change
  const { template, notes } = templateOf(code)
  const blank = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans', ...languages })
  const samples = notes.sample?.parties ?? []
  const count = change.count ?? Math.max(parties.length, samples.length)
  const people = Array.from({ length: count }, (_, index) => ({
    ...(blank.parties[index] ??
      blankParty('abcdefghij'.charAt(index), template.moreParties?.identity ?? 'company')),
    ...samples[index],
    ...parties[index],
  }))
  const clauses: Record<string, ClauseAnswer> = Object.fromEntries([
    ...Object.entries({ ...notes.sample?.chosen, ...chosen }).map(([id, alternative]) => [
      id,
      { alternative },
    ]),
    ...dropped.map((id) => [id, { dropped: true }]),
  ])
  return {
    ...blank,
    clauses,
    parties: people,
    fields: { ...blank.fields, ...notes.sample?.fields, ...fields },
  }
}

/** The document of the template's sample, with one change. */
export const treeOf = (code: string, change: Change) =>
  assemble({
    name: 'n',
    number: 'QS-1',
    template: templateOf(code).template,
    answers: sampleAnswers(code, change),
    today: change.today,
  })

/** The open points without advice: broken rules and missing values, each with its place. */
export const openPointsIn = (code: string, change: Change) =>
  treeOf(code, change)
    .open.filter(({ kind }) => kind !== 'advice')
    .map(({ rule, at, problem }) => rule ?? [at, problem].filter(Boolean).join(' '))

/** The advice: of the template by its id, on dates as place and problem. */
export const adviceIn = (code: string, change: Change) =>
  treeOf(code, change)
    .open.filter(({ kind }) => kind === 'advice')
    .map(({ rule, at, problem }) => rule ?? `${at} ${problem}`)

/** The clauses, items and recitals of a template that can be dropped. */
export const droppableIn = (code: string): string[] =>
  [...templateClauses(templateOf(code).template)]
    .filter(({ clause }) => clause.droppable)
    .map(({ clause }) => clause.id)
