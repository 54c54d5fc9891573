import type { AddedClause, Answers } from '../answers.ts'
import { idPattern } from '../marks.ts'
import { outline, templateIds } from '../outline.ts'
import type { Template } from '../template/template.ts'

/**
 * Adds an empty clause of the creator behind `after`, or first in the article if null; with `within`, as an
 * item of that clause. The id must be new and match `idPattern`. Does nothing for an invalid id, or if the
 * article, the clause or `after` does not exist.
 */
export function addClause(answers: Answers, template: Template, added: AddedClause): Answers {
  const { id, article, after, within } = added
  const place = outline(template, answers).find((one) => one.article.id === article)
  const parentClause = within ? place?.clauses.find((clause) => clause.id === within) : undefined
  const siblings = within ? parentClause && (parentClause.items ?? []) : place?.clauses
  const hasPlace = siblings && (after === null || siblings.some((clause) => clause.id === after))
  const isTaken = templateIds(template).has(id) || answers.added.some((one) => one.id === id)
  if (!place || !hasPlace || isTaken || !idPattern.test(id)) return answers
  return {
    ...answers,
    added: [...answers.added, { id, article, after, ...(within && { within }) }],
    clauses: { ...answers.clauses, [id]: { custom: { zh: '', en: '' } } },
  }
}

/** Removes an added clause with its items and their texts. The clauses behind it move up. */
export function removeAddedClause(answers: Answers, _template: Template, id: string): Answers {
  const removedClause = answers.added.find((one) => one.id === id)
  if (!removedClause) return answers
  const followers = answers.added
    .filter(({ after, article }) => after === id && article === removedClause.article)
    .map((one) => ({ ...one, after: removedClause.after }))
  const added = answers.added.flatMap((one) => {
    if (one.id === id) return followers
    return followers.some((follower) => follower.id === one.id) ? [] : [one]
  })
  const removedIds = new Set([id, ...added.filter(({ within }) => within === id).map((one) => one.id)])
  const clauses = Object.entries(answers.clauses).filter(([clause]) => !removedIds.has(clause))
  return {
    ...answers,
    added: added.filter((one) => !removedIds.has(one.id)),
    clauses: Object.fromEntries(clauses),
  }
}
