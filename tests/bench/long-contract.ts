import type { Answers } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { addClause, clauseText, writeCustom } from '#assembly/edit.ts'
import { templateClauses } from '#assembly/outline.ts'
import { findTemplate } from '#modules/templates/library.ts'

export const CLAUSES = 200
export const template = findTemplate('sales-contract')
/** Articles of the template, by id. */
export const clauses = [...templateClauses(template)].map(({ clause }) => clause.id)

/** The sales contract, extended to so many clauses with generated texts. */
export function longContract(most = CLAUSES): Answers {
  let answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
  for (let count = clauses.length; count < most; count++) {
    const id = `added-${count}`
    const article = template.articles[count % template.articles.length]!.id
    const { zh, en } = clauseText(answers, template, clauses[count % clauses.length]!)
    answers = addClause(answers, template, { id, article, after: null })
    answers = writeCustom(answers, template, id, 'zh', `${zh}${count}`)
    answers = writeCustom(answers, template, id, 'en', `${en} ${count}`)
  }
  return answers
}
