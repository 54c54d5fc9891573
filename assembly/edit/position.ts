import type { Answers, ClauseAnswer } from '../answers.ts'
import { clauseAnswer, templateClauses } from '../outline.ts'
import type { Clause, Template } from '../template/template.ts'

/** A preview of the changes if the first draft favours another party. */
export interface PositionPlan {
  answers: Answers
  /** The clauses whose wording changes. */
  changed: string[]
  /** The clauses that keep an alternative chosen by the user. */
  chosen: string[]
  /** The clauses that keep a custom text. */
  written: string[]
}

/** The keys of the parties that some wording favours; empty if the first draft is the same for all. */
export function favouredParties(template: Template): string[] {
  const keys = new Set<string>()
  for (const { clause } of templateClauses(template))
    for (const { favours = 'neutral' } of clause.alternatives ? [clause, ...clause.alternatives] : [])
      keys.add(favours)
  keys.delete('neutral')
  return [...keys].sort()
}

/**
 * Chooses the wording that favours `side`, a party or `neutral`, in every clause for which the user has not
 * chosen one; '' chooses the template's standard text. `replacesChoices` also replaces the user's choices.
 * Custom texts always remain.
 */
export function planPosition(
  answers: Answers,
  template: Template,
  side: string,
  replacesChoices = false,
): PositionPlan {
  const plan: PositionPlan = { answers, changed: [], chosen: [], written: [] }
  const clauses = { ...answers.clauses }
  for (const { clause } of templateClauses(template)) {
    const { alternative, ...rest }: ClauseAnswer = clauseAnswer(answers, clause.id) ?? {}
    const favoured = wordingFor(clause, side)
    if (rest.dropped || alternative === favoured) continue
    if (rest.custom) plan.written.push(clause.id)
    else if (!replacesChoices && alternative !== wordingFor(clause, answers.position))
      plan.chosen.push(clause.id)
    else {
      plan.changed.push(clause.id)
      clauses[clause.id] = favoured ? { ...rest, alternative: favoured } : rest
      if (!favoured && !Object.keys(rest).length) delete clauses[clause.id]
    }
  }
  const { position: _, ...otherAnswers } = answers
  plan.answers = { ...otherAnswers, clauses, ...(side && { position: side }) }
  return plan
}

/** The alternative that the first draft for a side uses; undefined for the standard text. */
function wordingFor(clause: Clause, side = ''): string | undefined {
  if (!side || !clause.alternatives) return undefined
  const standardText = { ...clause, id: undefined, favours: clause.favours ?? 'neutral' }
  const wordingFavouring = (favours: string) =>
    [standardText, ...clause.alternatives!]
      .filter((one) => one.favours === favours)
      .sort((one, other) => (one.fallback ?? 0) - (other.fallback ?? 0))[0]
  return (wordingFavouring(side) ?? wordingFavouring('neutral') ?? standardText).id
}
