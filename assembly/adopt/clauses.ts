import type { Answers, ClauseAnswer } from '../answers.ts'
import { effectiveText } from '../assemble-text.ts'
import { chosenAlternative, clauseAnswer } from '../outline.ts'
import { runsText } from '../plain.ts'
import type { Clause, Twin } from '../template/template.ts'
import type { ClauseNode, Sides } from '../tree.ts'
import type { AdoptionNote } from './note.ts'
import type { PlacedPart } from './place.ts'
import { successorOf } from './targets.ts'
import { inScript, type RewriteMarks } from './texts.ts'

interface CarryContext {
  answers: Answers
  nodes: Map<string, ClauseNode>
  /**
   * For texts that become custom: renames the ids, and replaces a mark whose value was not carried by its
   * printed text.
   */
  carry: RewriteMarks
  /** For texts of the template: only renames the ids; values have no effect. */
  rename: RewriteMarks
}

/** The answer to a clause in the new version, and the notes about it. */
export interface CarriedClause {
  answer: ClauseAnswer
  notes: AdoptionNote[]
}

export function carryClause(part: PlacedPart, context: CarryContext): CarriedClause {
  const { clause, target, copied } = part
  const answer = clauseAnswer(context.answers, clause.id) ?? {}
  if (copied) return copyToOwnClause(part, answer, context)
  if (!target)
    return part.newId
      ? keepOwnClause(part, answer, context)
      : { answer: {}, notes: lostAlternative(part, context) }
  if (part.merged) return { answer: {}, notes: lostAlternative(part, context) }
  return carryAnswer(part, target.clause, answer, context)
}

/** Turns a clause into one that the creator added; a clause that was left out stays left out. */
function copyToOwnClause(
  part: PlacedPart,
  answer: ClauseAnswer,
  { answers, nodes, carry }: CarryContext,
): CarriedClause {
  const { clause, target, newId } = part
  const isLeftOut = answer.dropped || nodes.get(clause.id)?.kept === false
  const ownAnswer: ClauseAnswer = {
    ...(isLeftOut && { dropped: true }),
    custom: carry(inScript(effectiveText(clause, answers).text, answers)),
    ...(answer.custom && answer.stale && { stale: answer.stale }),
  }
  const kind = target?.clause.fixed ? 'textFixed' : 'textMoved'
  return {
    answer: ownAnswer,
    notes: answer.custom ? [{ kind, ...numberAndText(clause, nodes), to: newId }] : [],
  }
}

/** Keeps a clause that the creator added, or moves it if its article was removed. */
function keepOwnClause(
  { clause, moved, newId }: PlacedPart,
  answer: ClauseAnswer,
  { nodes, carry }: CarryContext,
): CarriedClause {
  const { meant: _, ...rest } = answer
  const isLeftOut = moved && nodes.get(clause.id)?.kept === false
  return {
    answer: {
      ...rest,
      ...(isLeftOut && { dropped: true }),
      ...(answer.custom && { custom: carry(answer.custom) }),
    },
    notes: moved ? [{ kind: 'textMoved', ...numberAndText(clause, nodes), to: newId }] : [],
  }
}

function carryAnswer(
  part: PlacedPart,
  newClause: Clause,
  answer: ClauseAnswer,
  context: CarryContext,
): CarriedClause {
  const { clause } = part
  const newId = newClause.id
  const { dropped, stale } = answer
  const custom = clause.fixed ? undefined : answer.custom
  const chosen = chosenAlternative(clause, answer)
  const alternative = chosen && successorOf(newClause.alternatives, chosen.id)
  const notes: AdoptionNote[] = []
  if (clause.fixed && answer.custom) notes.push({ kind: 'textGone', id: clause.id, text: answer.custom })
  if (dropped && clause.droppable && !newClause.droppable)
    notes.push({ kind: 'mustStand', ...numberAndText(clause, context.nodes), to: newId })
  if (custom) {
    const templateText = (alternative ?? newClause).text
    if (!hasSameText((chosen ?? clause).text, templateText, context)) {
      notes.push({
        kind: 'textBeside',
        ...numberAndText(clause, context.nodes),
        now: inScript(templateText, context.answers),
        to: newId,
      })
    }
  } else if (chosen && !alternative) notes.push(...lostAlternative(part, context))
  return {
    answer: {
      ...(dropped && newClause.droppable && { dropped }),
      ...(alternative && { alternative: alternative.id }),
      ...(custom && { custom: context.carry(custom) }),
      ...(custom && stale && { stale }),
    },
    notes,
  }
}

/** A note about the chosen alternative if it was removed, alone or with its clause. */
function lostAlternative({ clause, target }: PlacedPart, { answers, nodes }: CarryContext): AdoptionNote[] {
  const answer = clauseAnswer(answers, clause.id)
  if (!chosenAlternative(clause, answer)) return []
  return [{ kind: 'wordingGone', ...numberAndText(clause, nodes), ...(target && { to: target.clause.id }) }]
}

/** Whether the old and the new template text are equal after old ids are replaced by new ones. */
function hasSameText(oldTwin: Twin, newTwin: Twin, { answers, rename }: CarryContext): boolean {
  const oldText = rename(inScript(oldTwin, answers))
  const newText = inScript(newTwin, answers)
  return oldText.zh === newText.zh && oldText.en === newText.en
}

/** The printed number and text of a clause. */
export function numberAndText(
  { id }: Clause,
  nodes: Map<string, ClauseNode>,
): Pick<AdoptionNote, 'id' | 'number' | 'text'> {
  const node = nodes.get(id)
  const text: Sides<string> = node
    ? { zh: runsText(node.text.zh), en: runsText(node.text.en) }
    : { zh: '', en: '' }
  return { id, ...(node?.number && { number: node.number }), text }
}
