import { templateArticles, templateClauses } from '../outline.ts'
import type { Article, Clause, Field, FormerIds, Template } from '../template/template.ts'
import { formerIds } from '../template/template-parts.ts'

/**
 * A recital, clause or item of the new version and its place; `top` is the clause that contains it in its
 * article.
 */
export interface Target {
  clause: Clause
  article?: string
  parent?: Clause
  top: string
}

/** Maps the parts of one version to those of another. */
export interface Targets {
  field(id: string): Field | undefined
  clause(id: string): Target | undefined
  article(id: string): Article | undefined
  /**
   * Whether the answers to this part are carried over: when several old parts became one, only the answers
   * to the first are.
   */
  usesAnswers(kind: 'field' | 'clause', id: string): boolean
}

export function targetsIn(oldTemplate: Template, newTemplate: Template): Targets {
  const fields = byAllIds(newTemplate.fields, (field) => field)
  const parts = [...templateClauses(newTemplate)].map(
    ({ clause, article, parent }): Target => ({
      clause,
      top: (parent ?? clause).id,
      ...(article && { article: article.id }),
      ...(parent && { parent }),
    }),
  )
  const clauses = byAllIds(parts, ({ clause }) => clause)
  const articles = byAllIds(templateArticles(newTemplate), (article) => article)
  const firstField = firstOf(
    oldTemplate.fields.map(({ id }) => id),
    (id) => fields.get(id)?.id,
  )
  const firstClause = firstOf(
    [...templateClauses(oldTemplate)].map(({ clause }) => clause.id),
    (id) => clauses.get(id)?.clause.id,
  )
  return {
    field: (id) => fields.get(id),
    clause: (id) => clauses.get(id),
    article: (id) => articles.get(id),
    usesAnswers: (kind, id) => (kind === 'field' ? firstField : firstClause).has(id),
  }
}

/** Finds an entry by its current or a former id; a current id takes precedence. */
function byAllIds<T>(list: T[], partOf: (one: T) => FormerIds): Map<string, T> {
  const map = new Map(list.flatMap((one) => formerIds(partOf(one)).map((id) => [id, one] as const)))
  for (const one of list) map.set(partOf(one).id, one)
  return map
}

/** Chooses, for each new part, one of the old ids that map to it: the unchanged id, else the first. */
function firstOf(ids: string[], newIdOf: (id: string) => string | undefined): Set<string> {
  const oldIdByNewId = new Map<string, string>()
  for (const id of ids) {
    const newId = newIdOf(id)
    if (newId !== undefined && (newId === id || !oldIdByNewId.has(newId))) oldIdByNewId.set(newId, id)
  }
  return new Set(oldIdByNewId.values())
}

/** The new alternative or option for an old id. */
export const successorOf = <T extends FormerIds>(list: T[] | undefined, id: string): T | undefined =>
  list?.find((one) => one.id === id) ?? list?.find((one) => formerIds(one).includes(id))
