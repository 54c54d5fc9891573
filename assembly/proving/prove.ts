import type { Answers, LanguageChoice, Side } from '../answers.ts'
import { assemble } from '../assemble.ts'
import { unprintableIn } from '../characters/printable.ts'
import { plainText, runsText } from '../plain.ts'
import { type Choice, type Fault, type FaultCode, faultWords } from '../template/faults.ts'
import type { Template } from '../template/template.ts'
import type { TemplateNotes } from '../template/template-notes.ts'
import { listParts } from '../template/template-parts.ts'
import type { ClauseNode, DocumentTree, OpenPoint } from '../tree.ts'
import { type Factor, factorsOf } from './factors.ts'
import { pairwise } from './pairs.ts'
import { sampleAnswers } from './sample.ts'

/** A fault of a template with certain choices. */
export interface LocatedProof {
  /** The choices that cause the fault; empty for the unchanged sample. */
  choices: Choice[]
  language: string
  /** The clause or field concerned, if any. */
  at: string
  fault: Fault
  /** The message in English. */
  message: string
  /** The printed text. */
  text?: string
}

export interface ProofResult {
  proofs: LocatedProof[]
  documents: number
  printCounts: Map<string, number>
}

export const LANGUAGES: Record<string, LanguageChoice> = {
  'zh-en': { primary: 'zh', bilingual: true, script: 'Hans' },
  'hant-en': { primary: 'en', bilingual: true, script: 'Hant' },
  zh: { primary: 'zh', bilingual: false, script: 'Hans' },
}

/**
 * Assembles a template with every pair of choices in every language and reports faults in print: gaps in
 * numbers, references to omitted parts, blanks, doubled stops, characters without a glyph, and open points
 * although all fields are filled in. Reports each fault once. `printCounts` counts the documents that print
 * each part with a condition, so that a changed condition is noticed.
 */
export function prove(template: Template, notes: TemplateNotes): ProofResult {
  const factors = factorsOf(template)
  const rows = pairwise(factors.map(({ levels }) => levels.length))
  const proofs = new Map<string, LocatedProof>()
  const printCounts = new Map(listParts(template).flatMap(({ id, when }) => (when ? [[id, 0]] : [])))
  let documents = 0
  for (const [language, choice] of Object.entries(LANGUAGES)) {
    if (template.needs && !choice.bilingual && choice.primary !== template.needs) continue
    const sample = sampleAnswers(template, notes, choice)
    const fullAnswers = sampleAnswers(template, notes, choice, { all: true })
    for (const row of [null, ...rows]) {
      const [choices, answers]: [Choice[], Answers] = row
        ? applyLevels(fullAnswers, factors, row)
        : [[], sample]
      documents++
      const tree = treeOf(template, answers)
      for (const id of printedIn(tree)) if (printCounts.has(id)) printCounts.set(id, printCounts.get(id)! + 1)
      for (const { at, text, ...fault } of faultsOf(tree, choices.length === 0)) {
        const message = faultWords(fault)
        const key = keyOf(at, fault)
        if (proofs.has(key)) continue
        const fewest =
          row && proofs.size < MAX_REDUCED
            ? fewestChoices(template, { factors, row, fullAnswers, key })
            : choices
        proofs.set(key, { choices: fewest, language, at, fault, message, ...(text && { text }) })
      }
    }
  }
  return { proofs: [...proofs.values()], documents, printCounts }
}

const treeOf = (template: Template, answers: Answers) =>
  assemble({ name: template.title.en, number: 'QS-2026-0001', template, answers })

const keyOf = (at: string, fault: Fault) => `${at} ${faultWords(fault)}`

/**
 * How many faults are reduced to the fewest choices; each reduction assembles the template once for every
 * choice.
 */
const MAX_REDUCED = 12

interface ReducibleFault {
  factors: Factor[]
  /** The levels of the factors with which the fault appeared. */
  row: number[]
  fullAnswers: Answers
  key: string
}

/** Finds the choices that a fault needs: it disappears if any one of them is undone. */
function fewestChoices(template: Template, { factors, row, fullAnswers, key }: ReducibleFault): Choice[] {
  const hasFault = (levels: number[]) =>
    faultsOf(treeOf(template, applyLevels(fullAnswers, factors, levels)[1]), false).some(
      ({ at, text: _, ...fault }) => keyOf(at, fault) === key,
    )
  const fewest = row.reduce((levels, _, index) => {
    const reducedLevels = levels.with(index, 0)
    return levels[index] && hasFault(reducedLevels) ? reducedLevels : levels
  }, row)
  const [choices] = applyLevels(fullAnswers, factors, fewest)
  const defaultChoices = new Set(factors.flatMap(({ levels }) => levels[0]!.choice ?? []))
  return choices.filter((choice) => !defaultChoices.has(choice))
}

function applyLevels(sample: Answers, factors: Factor[], row: number[]): [Choice[], Answers] {
  const chosenLevels = factors.map(({ levels }, index) => levels[row[index]!]!)
  const choices = chosenLevels.flatMap(({ choice }) => choice ?? [])
  return [choices, chosenLevels.reduce((answers, { choose }) => choose(answers), sample)]
}

function printedIn({ recitals, articles }: DocumentTree): string[] {
  const clauses = [...recitals, ...articles.flatMap((article) => article.clauses)]
  return [...articles, ...clauses.flatMap((clause) => [clause, ...clause.items])]
    .filter(({ kept: isKept }) => isKept)
    .map(({ id }) => id)
}

type LocatedFault = Fault & Pick<LocatedProof, 'at' | 'text'>

/** Problems that the creator resolves later, which are no faults of the template. */
const PROBLEMS_SETTLED_LATER = ['rule', 'listEmpty']
const KINDS_SETTLED_LATER = ['required', 'advice']

/**
 * The faults of a tree. An open point for a rule or an advice is only a fault in the unchanged sample,
 * because any other answers are for the creator to correct.
 */
export function faultsOf(tree: DocumentTree, isSample: boolean): LocatedFault[] {
  const openFaults = tree.open
    .filter(
      ({ problem = '', kind }) =>
        isSample || !(KINDS_SETTLED_LATER.includes(kind) || PROBLEMS_SETTLED_LATER.includes(problem)),
    )
    .filter(({ grade }) => grade !== 'look')
    .map((point) => ({
      at: point.at,
      ...openFault(point),
      ...(point.detail && { text: `${point.detail.zh} / ${point.detail.en}` }),
    }))
  return [
    ...openFaults,
    ...numberFaults(tree),
    ...tree.articles.flatMap(articleFaults(tree)),
    ...glyphFaults(tree),
  ]
}

function openFault({ kind, problem, rule, detail, check }: OpenPoint): Fault {
  if (rule) return { code: 'openRule', values: { rule } }
  if (problem || kind === 'required')
    return { code: 'open', values: { problem: problem ?? kind, detail: detail?.zh || detail?.en || '' } }
  if (kind === 'stale') return { code: 'openStale' }
  return { code: 'openMismatch', values: { check: check ?? '', zh: detail?.zh ?? '', en: detail?.en ?? '' } }
}

function numberFaults({ articles }: DocumentTree): LocatedFault[] {
  const gaps = (numbers: number[]) => numbers.some((number, index) => number !== index + 1)
  return [false, true].flatMap((annex) => {
    const numberedArticles = articles.filter(
      (one) => one.kept && !one.unnumbered && Boolean(one.annex) === annex,
    )
    return gaps(numberedArticles.map(({ number }) => number)) ? [{ at: 'articles', code: 'numberGap' }] : []
  })
}

const articleFaults =
  (tree: DocumentTree) =>
  ({ kept: isKept, clauses }: DocumentTree['articles'][number]): LocatedFault[] =>
    isKept
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
    const matches = FAULTS[side].filter(([pattern]) => pattern.test(text))
    return matches.map(([, code]) => ({ at: node.id, code, values: { side }, text }))
  })
}

function glyphFaults(tree: DocumentTree): LocatedFault[] {
  const unprintable = tree.sides.flatMap((side) => unprintableIn(plainText(tree, side)))
  return unprintable.length > 0
    ? [{ at: 'text', code: 'unprintable', values: { characters: [...new Set(unprintable)].join(' ') } }]
    : []
}
