import type { Side } from '../answers.ts'
import { templateClauses } from '../outline.ts'
import { runsText, tableLines } from '../plain.ts'
import type { Template } from '../template/template.ts'
import type { ClauseNode, DocumentTree, Sides } from '../tree.ts'
import type { Finding } from './finding.ts'
import { capitalsIn, definedIn, stem, type Term, uses } from './terms.ts'

/** Where a term of the document is wrong. */
export interface TermFinding extends Finding {
  node: ClauseNode
}

/** As many terms of a document as are looked for. */
const MOST = 100

interface Read {
  node: ClauseNode
  kept: boolean
  /** Of the clause alone: what stands in a table is mostly names. */
  own: Sides<string>
  text: Sides<string>
  defined: Term[]
}

const known = new WeakMap<ClauseNode, Omit<Read, 'kept'>>()

/**
 * Terms over a whole document: used while their definition is left out, used in somebody's own text and
 * defined nowhere, defined and not used, and defined as two things. English terms are told by their capitals.
 */
export function checkTerms(
  tree: Pick<DocumentTree, 'recitals' | 'articles'>,
  template: Template,
): TermFinding[] {
  const read = readTree(tree)
  const kept = read.filter((one) => one.kept)
  const standing = kept.flatMap(({ node, defined }) => defined.map((term) => ({ node, term }))).slice(0, MOST)
  const all = new Set(standing.map(({ term }) => stem(term.en)))
  const left = gone([...termsOf(template), ...read.flatMap(({ defined }) => defined)], kept, all)
  const told = left.map(({ detail }) => stem(detail.en))
  return [
    ...left,
    ...unknown(kept, new Set([...all, ...told])),
    ...standing.flatMap(({ node, term }) => unused(node, term, kept)),
    ...twice(standing),
  ]
}

function readTree({ recitals, articles }: Pick<DocumentTree, 'recitals' | 'articles'>): Read[] {
  const all: Read[] = []
  const add = (node: ClauseNode, kept: boolean) => {
    all.push({ ...readNode(node), kept })
    for (const item of node.items) add(item, kept && item.kept)
  }
  for (const node of recitals) add(node, node.kept)
  for (const { clauses, kept } of articles) for (const node of clauses) add(node, kept && node.kept)
  return all
}

function readNode(node: ClauseNode): Omit<Read, 'kept'> {
  const found = known.get(node)
  if (found) return found
  const own = { zh: runsText(node.text.zh), en: runsText(node.text.en) }
  const text = { zh: withTable(own, node, 'zh'), en: withTable(own, node, 'en') }
  const read = { node, own, text, defined: definedIn(own) }
  known.set(node, read)
  return read
}

/** The words of a clause, and of the table below it. */
const withTable = (own: Sides<string>, { table }: ClauseNode, side: Side): string =>
  table ? [own[side], ...tableLines(table, side)].join('\n') : own[side]

const ofTemplates = new WeakMap<Template, Term[]>()

/** What any wording of a template defines: somebody may have written another text in its place. */
function termsOf(template: Template): Term[] {
  const found = ofTemplates.get(template)
  if (found) return found
  const terms = [...templateClauses(template)].flatMap(({ clause: { text, alternatives = [] } }) =>
    [text, ...alternatives.map((one) => one.text)].flatMap(definedIn),
  )
  ofTemplates.set(template, terms)
  return terms
}

function gone(terms: Term[], kept: Read[], standing: Set<string>): TermFinding[] {
  const left = new Map<string, Term>()
  for (const term of terms) if (term.en && !standing.has(stem(term.en))) left.set(stem(term.en), term)
  return [...left.values()].slice(0, MOST).flatMap((term) => {
    const user = kept.find(({ text }) => uses(text.en, term.en))
    return user ? [found('termGone', 'probable', term, user.node)] : []
  })
}

function unknown(kept: Read[], standing: Set<string>): TermFinding[] {
  const told = new Set(standing)
  return kept.flatMap(({ node, own: text }) => {
    if (node.state !== 'custom') return []
    return capitalsIn(text.en).flatMap((phrase) => {
      const words = phrase.split(' ')
      // What is made of known terms is known; what stands so in the Chinese too is a name.
      if (told.has(stem(phrase)) || words.every((word) => told.has(stem(word))) || text.zh.includes(phrase))
        return []
      if ([...told].some((one) => one && phrase.includes(one))) return []
      told.add(stem(phrase))
      return [found('termUndefined', 'look', { zh: '', en: phrase }, node)]
    })
  })
}

function unused(node: ClauseNode, term: Term, kept: Read[]): TermFinding[] {
  // Whoever drops a clause of the template need not tidy up its definitions.
  if (node.state !== 'custom') return []
  const { zh, en } = term
  const isUsed = kept.some(({ text }) =>
    en ? uses(text.en, en) : text.zh.split(zh).length > (text.zh.includes(`“${zh}”`) ? 2 : 1),
  )
  return isUsed ? [] : [found('termUnused', 'look', term, node)]
}

function twice(standing: { node: ClauseNode; term: Term }[]): TermFinding[] {
  const names = { zh: new Map<string, string>(), en: new Map<string, string>() }
  return standing.flatMap(({ node, term }) => {
    if (!term.zh || !term.en) return []
    const before = { zh: names.en.get(stem(term.en)), en: names.zh.get(term.zh) }
    names.zh.set(term.zh, before.en ?? stem(term.en))
    names.en.set(stem(term.en), before.zh ?? term.zh)
    const isOther = (before.en && before.en !== stem(term.en)) || (before.zh && before.zh !== term.zh)
    return isOther ? [found('termTwice', 'look', term, node)] : []
  })
}

const found = (
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
