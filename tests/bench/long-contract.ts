import type { Answers } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { addClause, clauseText, writeCustom } from '#assembly/edit.ts'
import { templateClauses } from '#assembly/outline.ts'
import { findTemplate } from '#modules/templates/library.ts'

export const CLAUSE_COUNT = 200
export const template = findTemplate('sales-contract')
/** The ids of the template's clauses. */
export const clauseIds = [...templateClauses(template)].map(({ clause }) => clause.id)

/** The sales contract with copies of its clauses added until it has `max` clauses. */
export function longContract(max = CLAUSE_COUNT): Answers {
  let answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
  for (let count = clauseIds.length; count < max; count++) {
    const id = `added-${count}`
    const article = template.articles[count % template.articles.length]!.id
    const { zh, en } = clauseText(answers, template, clauseIds[count % clauseIds.length]!)
    answers = addClause(answers, template, { id, article, after: null })
    answers = writeCustom(answers, template, id, 'zh', `${zh}${count}`)
    answers = writeCustom(answers, template, id, 'en', `${en} ${count}`)
  }
  return answers
}
