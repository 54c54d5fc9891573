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
  const anchored = after === null || articles.includes(after)
  if (!anchored || usedIds.has(id) || !idPattern.test(id)) return answers
  const titled: Answers = {
    ...answers,
    addedArticles: [...(answers.addedArticles ?? []), { id, after }],
    clauses: { ...answers.clauses, [id]: { custom: { zh: '', en: '' } } },
  }
  const withClauseAdded = addClause(titled, template, { id: clause, article: id, after: null })
  return withClauseAdded === titled ? answers : withClauseAdded
}

/** Removes an added article with its title and content. The articles behind it move up. */
export function removeArticle(answers: Answers, _template: Template, id: string): Answers {
  const removed = answers.addedArticles?.find((one) => one.id === id)
  if (!removed) return answers
  const { addedArticles = [], ...rest } = answers
  const remaining = addedArticles
    .filter((one) => one !== removed)
    .map((one) => (one.after === id ? { ...one, after: removed.after } : one))
  const removedIds = new Set([
    id,
    ...answers.added.filter(({ article }) => article === id).map((one) => one.id),
  ])
  return {
    ...rest,
    ...(remaining.length && { addedArticles: remaining }),
    added: answers.added.filter((one) => !removedIds.has(one.id)),
    clauses: Object.fromEntries(
      Object.entries(answers.clauses).filter(([clause]) => !removedIds.has(clause)),
    ),
  }
}
