import { withStop } from '#assembly/list-stops.ts'
import type { Article, Clause, Template, Twin, Words } from '#assembly/template/template.ts'
import { folded, libraryEdition, libraryTemplates } from '#modules/templates/index.ts'

/** One wording of a clause of the library, with its items. */
export interface BankWording {
  /** The alternative; undefined for the clause's own text. */
  id?: string
  label?: Words
  favours?: string
  text: Twin
  items: Twin[]
}

/** A clause of the library that can be added to documents of other templates. */
export interface BankClause {
  template: Template
  article: Article
  clause: Clause
  wordings: BankWording[]
  /** All texts of the clause that a search covers, joined and folded. */
  words: string
}

let bankCache: { edition: number; clauses: BankClause[] } | null = null

/**
 * Every clause of the offered templates that makes sense in other documents, computed once for each library.
 */
export function clauseBank(): BankClause[] {
  if (bankCache?.edition !== libraryEdition())
    bankCache = { edition: libraryEdition(), clauses: libraryTemplates().flatMap(clausesOf) }
  return bankCache.clauses
}

/**
 * The clauses of a template that fit other templates; none unless the template is a contract between parties
 * called Party A and so on.
 */
export function clausesOf(template: Template): BankClause[] {
  if (template.form !== 'contract' || template.parties.some(({ label }) => label)) return []
  return template.articles.flatMap((article) =>
    article.unnumbered
      ? []
      : article.clauses
          .filter((clause) => !clause.fixed && !clause.table)
          .map((clause) => ({
            template,
            article,
            clause,
            wordings: wordingsOf(clause),
            words: searchTextOf(template, article, clause),
          })),
  )
}

function wordingsOf(clause: Clause): BankWording[] {
  const allItems = clause.items ?? []
  const items = allItems.map(({ text }, index) =>
    withStop(
      text,
      clause,
      index === allItems.length - 1 ? 'last' : index === allItems.length - 2 ? 'before-last' : 'other',
    ),
  )
  const { text, favours, alternatives = [] } = clause
  return [{ text, favours, items }, ...alternatives.map((one) => ({ ...one, items }))]
}

function searchTextOf({ title }: Template, article: Article, clause: Clause): string {
  const texts = [clause, ...(clause.items ?? []), ...(clause.alternatives ?? [])].map(({ text }) => text)
  const labels = (clause.alternatives ?? []).map(({ label }) => label)
  const words = [clause.guidance, article.guidance, ...labels].flatMap((one) =>
    one ? Object.values(one) : [],
  )
  const twins = [title, article.title, ...texts].flatMap(({ zh, hant, en }) => [zh, hant ?? '', en])
  return folded([...twins, ...words].join('\n').replaceAll(/\{[^{}]*\}/g, ' '))
}
