import type { Answers } from '#assembly/answers.ts'
import { outline } from '#assembly/outline.ts'
import type { Condition, Field, Template } from '#assembly/template/template.ts'
import type { ClauseNode, DocumentTree } from '#assembly/tree.ts'

/**
 * The fields to show: those that are printed, and those that decide whether something is printed. Fields
 * that occur only in omitted clauses are hidden.
 */
export function liveFields(template: Template, answers: Answers, tree: DocumentTree): Field[] {
  const shownIds = new Set<string>()
  const visit = (node: ClauseNode) => {
    if (!node.kept) return
    for (const run of [...node.text.zh, ...node.text.en])
      if (run.kind === 'field' && run.target) shownIds.add(run.target)
    if (node.table) shownIds.add(node.table.field)
    node.items.forEach(visit)
  }
  tree.recitals.forEach(visit)
  for (const { clauses } of tree.articles) clauses.forEach(visit)
  for (const { article, clauses } of outline(template, answers)) {
    addFields(article.when, shownIds)
    for (const clause of [...clauses, ...clauses.flatMap(({ items }) => items ?? [])]) {
      if (!answers.clauses[clause.id]?.dropped) addFields(clause.when, shownIds)
    }
  }
  for (const { when } of template.recitals) addFields(when, shownIds)
  return template.fields.filter(({ id }) => shownIds.has(id))
}

function addFields(condition: Condition | undefined, ids: Set<string>): void {
  if (!condition) return
  if ('field' in condition) ids.add(condition.field)
  else if ('filled' in condition) ids.add(condition.filled)
  else if ('all' in condition) for (const one of condition.all) addFields(one, ids)
  else if ('any' in condition) for (const one of condition.any) addFields(one, ids)
  else if ('not' in condition) addFields(condition.not, ids)
}
