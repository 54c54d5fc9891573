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

interface ReadNode {
  node: ClauseNode
  kept: boolean
  /** The text of the clause without its table, because tables mostly contain names. */
  own: Sides<string>
  text: Sides<string>
  defined: Term[]
}

const known = new WeakMap<ClauseNode, Omit<ReadNode, 'kept'>>()

/**
 * Checks the defined terms of a whole document. Reports terms whose definition was dropped, undefined terms
 * in a custom text, unused terms, and terms defined twice. English terms are recognised by their capitals.
 */
export function checkTerms(
  tree: Pick<DocumentTree, 'recitals' | 'articles'>,
  template: Template,
): TermFinding[] {
  const read = readTree(tree)
  const kept = read.filter((one) => one.kept)
  const standing = kept
    .flatMap(({ node, defined }) => defined.map((term) => ({ node, term })))
    .slice(0, MAX_TERMS)
  const all = new Set(standing.map(({ term }) => stem(term.en)))
  const dropped = droppedTerms([...termsOf(template), ...read.flatMap(({ defined }) => defined)], kept, all)
  const reported = dropped.map(({ detail }) => stem(detail.en))
  return [
    ...dropped,
    ...undefinedTerms(kept, new Set([...all, ...reported])),
    ...standing.flatMap(({ node, term }) => unusedTerm(node, term, kept)),
    ...termsDefinedTwice(standing),
  ]
}

function readTree({ recitals, articles }: Pick<DocumentTree, 'recitals' | 'articles'>): ReadNode[] {
  const all: ReadNode[] = []
  const add = (node: ClauseNode, kept: boolean) => {
    all.push({ ...readNode(node), kept })
    for (const item of node.items) add(item, kept && item.kept)
  }
  for (const node of recitals) add(node, node.kept)
  for (const { clauses, kept } of articles) for (const node of clauses) add(node, kept && node.kept)
  return all
}

function readNode(node: ClauseNode): Omit<ReadNode, 'kept'> {
  const cached = known.get(node)
  if (cached) return cached
  const own = { zh: runsText(node.text.zh), en: runsText(node.text.en) }
  const text = { zh: withTable(own, node, 'zh'), en: withTable(own, node, 'en') }
  const read = { node, own, text, defined: definedTerms(own) }
  known.set(node, read)
  return read
}

/** The text of a clause, followed by that of its table. */
const withTable = (own: Sides<string>, { table }: ClauseNode, side: Side): string =>
  table ? [own[side], ...tableLines(table, side)].join('\n') : own[side]

const ofTemplates = new WeakMap<Template, Term[]>()

/** All terms that any wording of a template defines, since a custom text may have replaced that wording. */
function termsOf(template: Template): Term[] {
  const cached = ofTemplates.get(template)
  if (cached) return cached
  const terms = [...templateClauses(template)].flatMap(({ clause: { text, alternatives = [] } }) =>
    [text, ...alternatives.map((one) => one.text)].flatMap(definedTerms),
  )
  ofTemplates.set(template, terms)
  return terms
}

function droppedTerms(terms: Term[], kept: ReadNode[], standing: Set<string>): TermFinding[] {
  const dropped = new Map<string, Term>()
  for (const term of terms) if (term.en && !standing.has(stem(term.en))) dropped.set(stem(term.en), term)
  return [...dropped.values()].slice(0, MAX_TERMS).flatMap((term) => {
    const user = kept.find(({ text }) => usesTerm(text.en, term.en))
    return user ? [termFinding('termGone', 'probable', term, user.node)] : []
  })
}

function undefinedTerms(kept: ReadNode[], standing: Set<string>): TermFinding[] {
  const known = new Set(standing)
  return kept.flatMap(({ node, own: text }) => {
    if (node.state !== 'custom') return []
    return capitalsIn(text.en).flatMap((phrase) => {
      const words = phrase.split(' ')
      // A phrase that consists of defined terms is not reported; nor is one that also appears in the Chinese
      // text, because that is a name.
      if (known.has(stem(phrase)) || words.every((word) => known.has(stem(word))) || text.zh.includes(phrase))
        return []
      if ([...known].some((one) => one && phrase.includes(one))) return []
      known.add(stem(phrase))
      return [termFinding('termUndefined', 'look', { zh: '', en: phrase }, node)]
    })
  })
}

function unusedTerm(node: ClauseNode, term: Term, kept: ReadNode[]): TermFinding[] {
  // Creators who drop a clause of the template need not remove the terms that only it used.
  if (node.state !== 'custom') return []
  const { zh, en } = term
  const isUsed = kept.some(({ text }) =>
    en ? usesTerm(text.en, en) : text.zh.split(zh).length > (text.zh.includes(`“${zh}”`) ? 2 : 1),
  )
  return isUsed ? [] : [termFinding('termUnused', 'look', term, node)]
}

function termsDefinedTwice(standing: { node: ClauseNode; term: Term }[]): TermFinding[] {
  const names = { zh: new Map<string, string>(), en: new Map<string, string>() }
  return standing.flatMap(({ node, term }) => {
    if (!term.zh || !term.en) return []
    const before = { zh: names.en.get(stem(term.en)), en: names.zh.get(term.zh) }
    names.zh.set(term.zh, before.en ?? stem(term.en))
    names.en.set(stem(term.en), before.zh ?? term.zh)
    const isOther = (before.en && before.en !== stem(term.en)) || (before.zh && before.zh !== term.zh)
    return isOther ? [termFinding('termTwice', 'look', term, node)] : []
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
