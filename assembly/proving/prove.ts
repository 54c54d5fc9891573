import type { Answers, LanguageChoice, Side } from '../answers.ts'
import { assemble } from '../assemble.ts'
import { unprintableIn } from '../characters/printable.ts'
import { plainText, runsText } from '../plain.ts'
import { type Choice, type Fault, type FaultCode, faultWords } from '../template/faults.ts'
import type { Template } from '../template/template.ts'
import type { TemplateNotes } from '../template/template-notes.ts'
import { listParts } from '../template/template-parts.ts'
import type { ClauseNode, DocumentTree, OpenPoint } from '../tree.ts'
import { factorsOf } from './factors.ts'
import { pairwise } from './pairs.ts'
import { sampleAnswers } from './sample.ts'

/** An error that a template makes with certain choices. */
export interface Proof {
  /** Empty for the unchanged sample. */
  choices: Choice[]
  language: string
  /** The clause or field, if it concerns one. */
  at: string
  fault: Fault
  /** In English. */
  message: string
  /** The printed text. */
  text?: string
}

export interface Proved {
  proofs: Proof[]
  documents: number
  stands: Map<string, number>
}

export const LANGUAGES: Record<string, LanguageChoice> = {
  'zh-en': { primary: 'zh', bilingual: true, script: 'Hans' },
  'hant-en': { primary: 'en', bilingual: true, script: 'Hant' },
  zh: { primary: 'zh', bilingual: false, script: 'Hans' },
}

/**
 * Assembles a template with every pair of choices in every language and reports errors in print: gaps in
 * numbers, references to parts left out, blanks, doubled stops, characters without a glyph, and open points
 * although everything is answered. Each fault is reported once. `stands` counts, for each part with a
 * condition, the documents that print it, so that a changed condition shows.
 */
export function prove(template: Template, notes: TemplateNotes): Proved {
  const factors = factorsOf(template)
  const rows = pairwise(factors.map(({ levels: ways }) => ways.length))
  const found = new Map<string, Proof>()
  const stands = new Map(listParts(template).flatMap(({ id, when }) => (when ? [[id, 0]] : [])))
  let documents = 0
  for (const [language, choice] of Object.entries(LANGUAGES)) {
    if (template.needs && !choice.bilingual && choice.primary !== template.needs) continue
    const sample = sampleAnswers(template, notes, choice)
    const answered = sampleAnswers(template, notes, choice, { all: true })
    const sets: [Choice[], Answers][] = [
      [[], sample],
      ...rows.map((row): [Choice[], Answers] => chosen(answered, factors, row)),
    ]
    for (const [choices, answers] of sets) {
      documents++
      const tree = assemble({ name: template.title.en, number: 'QS-2026-0001', template, answers })
      for (const id of printedIn(tree)) if (stands.has(id)) stands.set(id, stands.get(id)! + 1)
      for (const { at, text, ...fault } of faultsOf(tree, choices.length === 0)) {
        const message = faultWords(fault)
        const key = `${at} ${message}`
        if (!found.has(key)) found.set(key, { choices, language, at, fault, message, ...(text && { text }) })
      }
    }
  }
  return { proofs: [...found.values()], documents, stands }
}

function chosen(sample: Answers, factors: ReturnType<typeof factorsOf>, row: number[]): [Choice[], Answers] {
  const made = factors.map(({ levels: ways }, at) => ways[row[at]!]!)
  const choices = made.flatMap(({ choice }) => choice ?? [])
  return [choices, made.reduce((answers, { choose }) => choose(answers), sample)]
}

function printedIn({ recitals, articles }: DocumentTree): string[] {
  const clauses = [...recitals, ...articles.flatMap((article) => article.clauses)]
  return [...articles, ...clauses.flatMap((clause) => [clause, ...clause.items])]
    .filter(({ kept }) => kept)
    .map(({ id }) => id)
}

type LocatedFault = Fault & Pick<Proof, 'at' | 'text'>

/** Open points that the creator resolves later. */
const SETTLED_LATER = ['rule', 'listEmpty']
const KINDS_SETTLED_LATER = ['required', 'advice']

/** An open point by a rule or an advice is the creator's to resolve, except in the unchanged sample. */
export function faultsOf(tree: DocumentTree, isSample: boolean): LocatedFault[] {
  const open = tree.open
    .filter(
      ({ problem = '', kind }) =>
        isSample || !(KINDS_SETTLED_LATER.includes(kind) || SETTLED_LATER.includes(problem)),
    )
    .filter(({ grade }) => grade !== 'look')
    .map((point) => ({
      at: point.at,
      ...openFault(point),
      ...(point.detail && { text: `${point.detail.zh} / ${point.detail.en}` }),
    }))
  return [...open, ...numberFaults(tree), ...tree.articles.flatMap(articleFaults(tree)), ...glyphFaults(tree)]
}

function openFault({ kind, problem, rule, detail }: OpenPoint): Fault {
  if (rule) return { code: 'openRule', values: { rule } }
  if (problem || kind === 'required')
    return { code: 'open', values: { problem: problem ?? kind, detail: detail?.zh || detail?.en || '' } }
  return { code: kind === 'stale' ? 'openStale' : 'openMismatch' }
}

function numberFaults({ articles }: DocumentTree): LocatedFault[] {
  const gaps = (numbers: number[]) => numbers.some((number, index) => number !== index + 1)
  return [false, true].flatMap((annex) => {
    const kept = articles.filter((one) => one.kept && !one.unnumbered && Boolean(one.annex) === annex)
    return gaps(kept.map(({ number }) => number)) ? [{ at: 'articles', code: 'numberGap' }] : []
  })
}

const articleFaults =
  (tree: DocumentTree) =>
  ({ kept, clauses }: DocumentTree['articles'][number]): LocatedFault[] =>
    kept
      ? clauses.flatMap((clause) => [clause, ...clause.items].flatMap((node) => textFaults(tree, node)))
      : []

const FAULTS: Record<Side, [RegExp, FaultCode][]> = {
  zh: [
    [/[，。；：、]{2}|[，；：、]。/u, 'twoStops'],
    [/[{}]|undefined|null/, 'programWord'],
    [/（）|《》|“”/, 'emptyBrackets'],
  ],
  en: [
    [/[,;:]{2}|\.\.(?!\.)|[,;:]\./, 'twoStops'],
    [/[{}]|undefined|null/, 'programWord'],
    [/\(\)|“”| {2}| [,.;:]/, 'gap'],
    [/\b(the|an?) (the|an?) /, 'twoArticles'],
  ],
}

function textFaults(tree: DocumentTree, node: ClauseNode): LocatedFault[] {
  if (!node.kept) return []
  return tree.sides.flatMap((side) => {
    const text = runsText(node.text[side])
    const wrong = FAULTS[side].filter(([pattern]) => pattern.test(text))
    return wrong.map(([, code]) => ({ at: node.id, code, values: { side }, text }))
  })
}

function glyphFaults(tree: DocumentTree): LocatedFault[] {
  const strange = tree.sides.flatMap((side) => unprintableIn(plainText(tree, side)))
  return strange.length > 0
    ? [{ at: 'text', code: 'unprintable', values: { characters: [...new Set(strange)].join(' ') } }]
    : []
}
