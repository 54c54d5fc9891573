import type { AddedArticle, Answers } from '../answers.ts'
import { idPattern } from '../marks.ts'
import { outline, templateIds } from '../outline.ts'
import type { Template } from '../template/template.ts'
import { addClause } from './added.ts'

/**
 * Adds an article without a title behind `after`, or first if null, with one empty clause whose id is
 * `clause`. Both ids must be new and match `idPattern`. Does nothing for an invalid id, or if `after` does
 * not exist.
 */
export function addArticle(
  answers: Answers,
  template: Template,
  { id, after }: AddedArticle,
  clause: string,
): Answers {
  const articles = outline(template, answers).map(({ article }) => article.id)
  const usedIds = new Set([...templateIds(template), ...articles, ...answers.added.map((one) => one.id)])
  const isAnchored = after === null || articles.includes(after)
  if (!isAnchored || usedIds.has(id) || !idPattern.test(id)) return answers
  const withArticle: Answers = {
    ...answers,
    addedArticles: [...(answers.addedArticles ?? []), { id, after }],
    clauses: { ...answers.clauses, [id]: { custom: { zh: '', en: '' } } },
  }
  const withClauseAdded = addClause(withArticle, template, { id: clause, article: id, after: null })
  return withClauseAdded === withArticle ? answers : withClauseAdded
}

/** Removes an added article with its title and content. The articles behind it move up. */
export function removeArticle(answers: Answers, _template: Template, id: string): Answers {
  const removedArticle = answers.addedArticles?.find((one) => one.id === id)
  if (!removedArticle) return answers
  const { addedArticles = [], ...rest } = answers
  const remainingArticles = addedArticles
    .filter((one) => one !== removedArticle)
    .map((one) => (one.after === id ? { ...one, after: removedArticle.after } : one))
  const removedIds = new Set([
    id,
    ...answers.added.filter(({ article }) => article === id).map((one) => one.id),
  ])
  return {
    ...rest,
    ...(remainingArticles.length && { addedArticles: remainingArticles }),
    added: answers.added.filter((one) => !removedIds.has(one.id)),
    clauses: Object.fromEntries(
      Object.entries(answers.clauses).filter(([clause]) => !removedIds.has(clause)),
    ),
  }
}
