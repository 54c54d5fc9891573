import type { Side } from '../answers.ts'
import { templateClauses } from '../outline.ts'
import { runsText, tableLines } from '../plain.ts'
import type { Template } from '../template/template.ts'
import type { ClauseNode, DocumentTree, Sides } from '../tree.ts'
import type { Finding } from './finding.ts'
import { capitalsIn, definedTerms, stem, type Term, usesTerm } from './terms.ts'

/** A finding about a defined term, and the clause that it concerns. */
export interface TermFinding extends Finding {
  node: ClauseNode
}

/** How many terms of a document are checked. */
const MAX_TERMS = 100

interface NodeTerms {
  node: ClauseNode
  isKept: boolean
  /** The text of the clause without its table, because tables mostly contain names. */
  ownText: Sides<string>
  text: Sides<string>
  defined: Term[]
}

const cachedNodes = new WeakMap<ClauseNode, Omit<NodeTerms, 'isKept'>>()

/**
 * Checks the defined terms of a whole document. Reports terms whose definition was dropped, undefined terms
 * in a custom text, unused terms, and terms defined twice. English terms are recognised by their capitals.
 */
export function checkTerms(
  tree: Pick<DocumentTree, 'recitals' | 'articles'>,
  template: Template,
): TermFinding[] {
  const nodes = termsOfTree(tree)
  const keptNodes = nodes.filter((one) => one.isKept)
  const allDefinitions = keptNodes.flatMap(({ node, defined }) => defined.map((term) => ({ node, term })))
  const definitions = allDefinitions.slice(0, MAX_TERMS)
  const definedStems = new Set(allDefinitions.map(({ term }) => stem(term.en)))
  const dropped = droppedTerms(
    [...termsOf(template), ...nodes.flatMap(({ defined }) => defined)],
    keptNodes,
    definedStems,
  )
  const droppedStems = dropped.map(({ detail }) => stem(detail.en))
  return [
    ...dropped,
    ...undefinedTerms(keptNodes, new Set([...definedStems, ...droppedStems])),
    ...definitions.flatMap(({ node, term }) => unusedTerm(node, term, keptNodes)),
    ...termsDefinedTwice(definitions),
  ]
}

function termsOfTree({ recitals, articles }: Pick<DocumentTree, 'recitals' | 'articles'>): NodeTerms[] {
  const nodes: NodeTerms[] = []
  const add = (node: ClauseNode, isKept: boolean) => {
    nodes.push({ ...termsOfNode(node), isKept })
    for (const item of node.items) add(item, isKept && item.kept)
  }
  for (const node of recitals) add(node, node.kept)
  for (const { clauses, kept } of articles) for (const node of clauses) add(node, kept && node.kept)
  return nodes
}

function termsOfNode(node: ClauseNode): Omit<NodeTerms, 'isKept'> {
  const cached = cachedNodes.get(node)
  if (cached) return cached
  const ownText = { zh: runsText(node.text.zh), en: runsText(node.text.en) }
  const text = { zh: withTable(ownText, node, 'zh'), en: withTable(ownText, node, 'en') }
  const nodeTerms = { node, ownText, text, defined: definedTerms(ownText) }
  cachedNodes.set(node, nodeTerms)
  return nodeTerms
}

/** The text of a clause, followed by that of its table. */
const withTable = (ownText: Sides<string>, { table }: ClauseNode, side: Side): string =>
  table ? [ownText[side], ...tableLines(table, side)].join('\n') : ownText[side]

const termsByTemplate = new WeakMap<Template, Term[]>()

/** All terms that any wording of a template defines, since a custom text may have replaced that wording. */
function termsOf(template: Template): Term[] {
  const cached = termsByTemplate.get(template)
  if (cached) return cached
  const terms = [...templateClauses(template)].flatMap(({ clause: { text, alternatives = [] } }) =>
    [text, ...alternatives.map((one) => one.text)].flatMap(definedTerms),
  )
  termsByTemplate.set(template, terms)
  return terms
}

function droppedTerms(terms: Term[], keptNodes: NodeTerms[], definedStems: Set<string>): TermFinding[] {
  const dropped = new Map<string, Term>()
  for (const term of terms) if (term.en && !definedStems.has(stem(term.en))) dropped.set(stem(term.en), term)
  return [...dropped.values()].slice(0, MAX_TERMS).flatMap((term) => {
    const usingNode = keptNodes.find(({ text }) => usesTerm(text.en, term.en))
    return usingNode ? [termFinding('termGone', 'probable', term, usingNode.node)] : []
  })
}

function undefinedTerms(keptNodes: NodeTerms[], definedStems: Set<string>): TermFinding[] {
  const reportedTerms = new Set(definedStems)
  return keptNodes.flatMap(({ node, ownText: text }) => {
    if (node.state !== 'custom') return []
    return capitalsIn(text.en).flatMap((phrase) => {
      const words = phrase.split(' ')
      // A phrase that consists of defined terms is not reported; nor is one that also appears in the Chinese
      // text, because that is a name.
      if (
        reportedTerms.has(stem(phrase)) ||
        words.every((word) => reportedTerms.has(stem(word))) ||
        text.zh.includes(phrase)
      )
        return []
      if ([...reportedTerms].some((one) => one && phrase.includes(one))) return []
      reportedTerms.add(stem(phrase))
      return [termFinding('termUndefined', 'look', { zh: '', en: phrase }, node)]
    })
  })
}

function unusedTerm(node: ClauseNode, term: Term, keptNodes: NodeTerms[]): TermFinding[] {
  // Creators who drop a clause of the template need not remove the terms that only it used.
  if (node.state !== 'custom') return []
  const { zh, en } = term
  const isUsed = keptNodes.some(({ text }) =>
    en ? usesTerm(text.en, en) : text.zh.split(zh).length > (text.zh.includes(`“${zh}”`) ? 2 : 1),
  )
  return isUsed ? [] : [termFinding('termUnused', 'look', term, node)]
}

function termsDefinedTwice(definitions: { node: ClauseNode; term: Term }[]): TermFinding[] {
  const names = { zh: new Map<string, string>(), en: new Map<string, string>() }
  return definitions.flatMap(({ node, term }) => {
    if (!term.zh || !term.en) return []
    const previous = { zh: names.en.get(stem(term.en)), en: names.zh.get(term.zh) }
    names.zh.set(term.zh, previous.en ?? stem(term.en))
    names.en.set(stem(term.en), previous.zh ?? term.zh)
    const isInconsistent =
      (previous.en && previous.en !== stem(term.en)) || (previous.zh && previous.zh !== term.zh)
    return isInconsistent ? [termFinding('termTwice', 'look', term, node)] : []
  })
}

const termFinding = (
  check: Finding['check'],
  grade: Finding['grade'],
  { zh, en }: Term,
  node: ClauseNode,
): TermFinding => ({
  check,
  grade,
  node,
  detail: { zh: zh || '—', en: en || '—' },
})
