import type { AddedClause, Answers, ClauseAnswer } from './answers.ts'
import { groupBy } from './lists/lists.ts'
import type { Alternative, Article, Clause, Template } from './template/template.ts'

/** An article whose clauses include those that the creator added. */
export interface OutlinedArticle {
  article: Article
  clauses: Clause[]
  annex?: true
}

/** Every article with its clauses in document order, including dropped ones; annexes come last. */
export function outline(template: Template, answers: Answers): OutlinedArticle[] {
  const { articles, annexes } = articlesOf(template, answers)
  const added = validAdded(template, [...articles, ...annexes], answers.added)
  const outlinedArticle = (article: Article) => ({
    article,
    clauses: added.length ? clausesOf(article, added) : article.clauses,
  })
  return [
    ...articles.map(outlinedArticle),
    ...annexes.map((one) => ({ ...outlinedArticle(one), annex: true as const })),
  ]
}

/** The template's articles and annexes, including the articles that the creator added. */
function articlesOf(template: Template, answers: Answers): { articles: Article[]; annexes: Article[] } {
  const { addedArticles = [] } = answers
  const { articles, annexes = [] } = template
  if (!addedArticles.length) return { articles, annexes }
  const usedIds = templateIds(template)
  const validArticles = addedArticles.filter(({ id }) => !usedIds.has(id) && usedIds.add(id))
  const annexIds = new Set(annexes.map(({ id }) => id))
  for (const { id, after } of validArticles) if (after && annexIds.has(after)) annexIds.add(id)
  const addedArticle = (id: string): Article => ({
    id,
    clauses: [],
    title: clauseAnswer(answers, id)?.custom ?? { zh: '', en: '' },
  })
  const isAnnex = ({ id }: { id: string }) => annexIds.has(id)
  return {
    articles: withAdded(
      articles,
      validArticles.filter((one) => !isAnnex(one)),
      addedArticle,
    ),
    annexes: withAdded(annexes, validArticles.filter(isAnnex), addedArticle),
  }
}

/** An item whose clause was removed becomes a clause, so that the user's text is not lost. */
function clausesOf(article: Article, added: AddedClause[]): Clause[] {
  const addedHere = added.filter((one) => one.article === article.id)
  const topClauseIds = new Set(article.clauses.filter(({ fixed }) => !fixed).map(({ id }) => id))
  for (const { id, within } of addedHere) if (!within) topClauseIds.add(id)
  const itemsByClause = groupBy(addedHere, ({ within }) =>
    within && topClauseIds.has(within) ? within : undefined,
  )
  return withAdded(article.clauses, itemsByClause.get(undefined) ?? [], emptyClause).map((clause) => {
    const items = itemsByClause.get(clause.id)
    return items ? { ...clause, items: withAdded(clause.items ?? [], items, emptyClause) } : clause
  })
}

/** The added clauses with a unique id and an existing article. */
function validAdded(template: Template, allArticles: Article[], added: AddedClause[]): AddedClause[] {
  if (!added.length) return added
  const usedIds = templateIds(template)
  const articles = new Set(allArticles.map(({ id }) => id))
  return added.filter(({ id, article }) => {
    const isValid = articles.has(article) && !usedIds.has(id)
    usedIds.add(id)
    return isValid
  })
}

/** A clause of the creator, without text. */
export const emptyClause = (id: string): Clause => ({ id, text: { zh: '', en: '' }, droppable: true })

/**
 * Inserts new items for `added` into `items`, each behind the item that its `after` names. Of two with the
 * same `after`, the later one comes first.
 */
function withAdded<T extends { id: string }>(
  items: T[],
  added: { id: string; after: string | null }[],
  createItem: (id: string) => T,
): T[] {
  const addedByAnchor = groupBy(added, ({ after }) => after)
  const result: T[] = []
  const addFollowing = (anchor: string | null) => {
    const group = addedByAnchor.get(anchor) ?? []
    addedByAnchor.delete(anchor)
    for (const { id } of [...group].reverse()) {
      result.push(createItem(id))
      addFollowing(id)
    }
  }
  addFollowing(null)
  for (const one of items) {
    result.push(one)
    addFollowing(one.id)
  }
  // Clauses whose predecessor no longer exists go to the end, so that the user's text is not lost.
  for (const anchor of [...addedByAnchor.keys()]) addFollowing(anchor)
  return result
}

/** All ids of articles, clauses, items and recitals. */
export function templateIds(template: Template): Set<string> {
  const ids = new Set<string>()
  for (const { clause } of templateClauses(template)) ids.add(clause.id)
  for (const article of templateArticles(template)) ids.add(article.id)
  return ids
}

/** A template's articles followed by its annexes. */
export const templateArticles = ({ articles, annexes = [] }: Template): Article[] => [...articles, ...annexes]

/** Every recital, clause and item, with its article and the clause that contains it. */
export function* templateClauses(
  template: Template,
): Generator<{ clause: Clause; article?: Article; parent?: Clause }> {
  for (const recital of template.recitals) yield { clause: recital }
  for (const article of templateArticles(template)) {
    for (const clause of article.clauses) {
      yield { clause, article }
      for (const item of clause.items ?? []) yield { clause: item, article, parent: clause }
    }
  }
}

/** The template's clause, item or recital with this id. */
export function findClause(template: Template, id: string): Clause | undefined {
  for (const { clause } of templateClauses(template)) if (clause.id === id) return clause
  return undefined
}

export function clauseAnswer(answers: Answers, id: string): ClauseAnswer | undefined {
  return Object.hasOwn(answers.clauses, id) ? answers.clauses[id] : undefined
}

/** The chosen alternative, if it exists. */
export function chosenAlternative(clause: Clause, answer: ClauseAnswer | undefined): Alternative | undefined {
  return answer?.alternative ? clause.alternatives?.find(({ id }) => id === answer.alternative) : undefined
}
