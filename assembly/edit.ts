import type { Answers, ClauseAnswer, LanguageChoice, Side } from './answers.ts'
import { effectiveText } from './assemble-text.ts'
import { clauseAnswer, emptyClause, findClause } from './outline.ts'
import { sideOf } from './script.ts'
import type { Clause, Template } from './template/template.ts'
import { staleAfter } from './twins.ts'

export { addClause, removeAddedClause } from './edit/added.ts'
export { addArticle, removeArticle } from './edit/articles.ts'
export { clearField, fillField } from './edit/fields.ts'
export { addParty, removableParty, removeParty, setParty, setSignatureArea } from './edit/parties.ts'
export { confirmAttribute, confirmText, sameText, writeAttribute, writeText } from './edit/twins.ts'

/**
 * The clause, item or recital with this id, from the template or added by the creator; or the title of an
 * added article.
 */
export function editableClause(template: Template, answers: Answers, id: string): Clause | undefined {
  const isAdded = [...answers.added, ...(answers.addedArticles ?? [])].some((one) => one.id === id)
  return findClause(template, id) ?? (isAdded ? emptyClause(id) : undefined)
}

/** Leaves a clause out. Does nothing if the clause must not be dropped. */
export function dropClause(answers: Answers, template: Template, id: string): Answers {
  if (!editableClause(template, answers, id)?.droppable) return answers
  return withClause(answers, id, { ...clauseAnswer(answers, id), dropped: true })
}

/** Restores a dropped clause, with all earlier decisions about it. */
export function restoreClause(answers: Answers, _template: Template, id: string): Answers {
  const { dropped, ...rest } = clauseAnswer(answers, id) ?? {}
  return dropped ? withClause(answers, id, rest) : answers
}

/** Chooses an alternative, or the template's standard text if null. Removes the custom text. */
export function chooseAlternative(
  answers: Answers,
  template: Template,
  id: string,
  alternative: string | null,
): Answers {
  const clause = findClause(template, id)
  const exists = clause?.alternatives?.some((one) => one.id === alternative)
  if (!clause || (alternative !== null && !exists)) return answers
  const { alternative: _, custom: __, stale: ___, meant: ____, ...rest } = clauseAnswer(answers, id) ?? {}
  return withClause(answers, id, alternative === null ? rest : { ...rest, alternative })
}

/**
 * Writes one side of a clause's custom text. The other side becomes stale until it is written or confirmed.
 * `since`: the answers at the moment when the cursor entered this side; staleness is computed from them, so
 * that all key strokes until the cursor leaves count as one change.
 */
export function writeCustom(
  answers: Answers,
  template: Template,
  id: string,
  side: Side,
  text: string,
  since: Answers = answers,
): Answers {
  const clause = editableClause(template, answers, id)
  if (!clause || clause.fixed) return answers
  const textBefore = textInForce(since, clause)
  const custom = { ...textInForce(answers, clause), [side]: text }
  const stale = staleAfter(textBefore, clauseAnswer(since, id)?.stale, side, text)
  const { stale: _, ...rest } = clauseAnswer(answers, id) ?? {}
  return withClause(answers, id, { ...rest, custom, ...(stale && { stale }) })
}

/** The initial content of a clause's two text boxes: its current text, with marks. */
export function clauseText(answers: Answers, template: Template, id: string): { zh: string; en: string } {
  const clause = editableClause(template, answers, id)
  return clause ? textInForce(answers, clause) : { zh: '', en: '' }
}

function textInForce(answers: Answers, clause: Clause): { zh: string; en: string } {
  const { text } = effectiveText(clause, answers)
  const { script } = answers.languages
  return { zh: sideOf(text, 'zh', script), en: text.en }
}

/** Confirms that the stale side corresponds to the other. */
export function confirmTwin(answers: Answers, _template: Template, id: string): Answers {
  const { stale, ...rest } = clauseAnswer(answers, id) ?? {}
  return stale ? withClause(answers, id, rest) : answers
}

/**
 * Returns to the template's text, or to the alternative that was chosen before. Added clauses have neither.
 */
export function discardCustom(answers: Answers, template: Template, id: string): Answers {
  if (!findClause(template, id)) return answers
  const { custom, stale: _, meant: __, ...rest } = clauseAnswer(answers, id) ?? {}
  return custom ? withClause(answers, id, rest) : answers
}

export function setLanguages(answers: Answers, _template: Template, patch: Partial<LanguageChoice>): Answers {
  return { ...answers, languages: { ...answers.languages, ...patch } }
}

/**
 * Stores the answer to a clause; removes an empty answer, so that undo restores the exact earlier answers.
 */
function withClause(answers: Answers, id: string, answer: ClauseAnswer): Answers {
  const { [id]: _, ...clauses } = answers.clauses
  if (Object.keys(answer).length) clauses[id] = answer
  return { ...answers, clauses }
}
