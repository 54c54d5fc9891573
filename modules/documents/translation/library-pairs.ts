import type { Side } from '#assembly/answers.ts'
import { templateClauses } from '#assembly/outline.ts'
import type { Twin } from '#assembly/template/template.ts'
import { libraryEdition, libraryTemplates } from '#modules/templates/index.ts'

type Pairs = Record<Side, Map<string, string>>

/** Caches a value computed from all templates until the library changes. */
function cachedByLibrary<T>(make: () => T): () => T {
  let cache: { edition: number; value: T } | null = null
  return () => {
    if (cache?.edition !== libraryEdition()) cache = { edition: libraryEdition(), value: make() }
    return cache.value
  }
}

const pairs = cachedByLibrary(collectPairs)

/** The library's translation of one of its own texts. */
export function libraryPair(text: string, sourceSide: Side): string | undefined {
  return pairs()[sourceSide].get(text.trim())
}

function collectPairs(): Pairs {
  const pairs: Pairs = { zh: new Map(), en: new Map() }
  for (const { zh, en } of libraryTexts()) {
    pairs.zh.set(zh.trim(), en)
    pairs.en.set(en.trim(), zh)
  }
  return pairs
}

function* libraryTexts(): Generator<Twin> {
  for (const template of libraryTemplates()) {
    for (const { title } of template.articles) yield title
    for (const { clause } of templateClauses(template)) {
      yield clause.text
      for (const { text } of clause.alternatives ?? []) yield text
    }
  }
}

/** A term in the form in which a contract defines it: “保密信息” and “Confidential Information”. */
export type Term = Record<Side, string>

const terms = cachedByLibrary(() => [...libraryTexts()].flatMap(definedTerms))

/** The terms that the library defines and the text uses, longest first. */
export function termsIn(text: string, sourceSide: Side): Term[] {
  const termByText = new Map(terms().map((term) => [term[sourceSide], term]))
  return [...termByText.values()]
    .filter((term) => text.includes(term[sourceSide]))
    .toSorted((one, other) => other[sourceSide].length - one[sourceSide].length)
    .slice(0, MAX_TERMS)
}

const MAX_TERMS = 20

/**
 * The terms that two texts define. If both have the same number of quoted words, these are the same terms in
 * the same order.
 */
function definedTerms({ zh, en }: Twin): Term[] {
  const chinese = [...zh.matchAll(/“([^”{}]{2,12})”/g)].map(([, term]) => term!)
  const english = [...en.matchAll(/“([^”{}]{2,60})”/g)].map(([, term]) => term!)
  if (chinese.length !== english.length) return []
  return chinese.map((term, n) => ({ zh: term, en: english[n]! }))
}
