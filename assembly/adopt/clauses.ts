import type { Answers, ClauseAnswer } from '../answers.ts'
import { standingText } from '../assemble-text.ts'
import { chosenAlternative, clauseAnswer } from '../outline.ts'
import { runsText } from '../plain.ts'
import type { Clause, Twin } from '../template/template.ts'
import type { ClauseNode, Sides } from '../tree.ts'
import type { Note } from './note.ts'
import type { Placed } from './place.ts'
import { become } from './targets.ts'
import { type Carry, inScript } from './texts.ts'

interface Before {
  answers: Answers
  nodes: Map<string, ClauseNode>
  carry: Carry
  /** The same of the template's own texts, which go on to print the field, whatever is in it. */
  rename: Carry
}

/** What was decided about a part, as it stands now, and what has to be said of it. */
export interface CarriedClause {
  answer: ClauseAnswer
  notes: Note[]
}

export function carryClause(part: Placed, before: Before): CarriedClause {
  const { clause, target, copied } = part
  const answer = clauseAnswer(before.answers, clause.id) ?? {}
  if (copied) return copy(part, answer, before)
  if (!target)
    return part.now ? ownStays(part, answer, before) : { answer: {}, notes: chosenBefore(part, before) }
  if (part.merged) return { answer: {}, notes: chosenBefore(part, before) }
  return keep(part, target.clause, answer, before)
}

/** The text becomes a clause of one's own; what was left out stays so. */
function copy(part: Placed, answer: ClauseAnswer, { answers, nodes, carry }: Before): CarriedClause {
  const { clause, target, now } = part
  const left = answer.dropped || nodes.get(clause.id)?.kept === false
  const copied: ClauseAnswer = {
    ...(left && { dropped: true }),
    custom: carry(inScript(standingText(clause, answers).text, answers)),
    ...(answer.custom && answer.stale && { stale: answer.stale }),
  }
  const kind = target?.clause.fixed ? 'textFixed' : 'textMoved'
  return { answer: copied, notes: answer.custom ? [{ kind, ...said(clause, nodes), to: now }] : [] }
}

/** A clause of the creator's own, which had to leave its article where that is gone. */
function ownStays(
  { clause, moved, now }: Placed,
  answer: ClauseAnswer,
  { nodes, carry }: Before,
): CarriedClause {
  const { meant: _, ...rest } = answer
  const left = moved && nodes.get(clause.id)?.kept === false
  return {
    answer: {
      ...rest,
      ...(left && { dropped: true }),
      ...(answer.custom && { custom: carry(answer.custom) }),
    },
    notes: moved ? [{ kind: 'textMoved', ...said(clause, nodes), to: now }] : [],
  }
}

function keep(part: Placed, now: Clause, answer: ClauseAnswer, before: Before): CarriedClause {
  const { clause } = part
  const to = now.id
  const { dropped, stale } = answer
  const custom = clause.fixed ? undefined : answer.custom
  const chosen = chosenAlternative(clause, answer)
  const alternative = chosen && become(now.alternatives, chosen.id)
  const notes: Note[] = []
  if (clause.fixed && answer.custom) notes.push({ kind: 'textGone', id: clause.id, text: answer.custom })
  if (dropped && clause.droppable && !now.droppable)
    notes.push({ kind: 'mustStand', ...said(clause, before.nodes), to })
  if (custom) {
    const beside = (alternative ?? now).text
    if (!sameText((chosen ?? clause).text, beside, before)) {
      notes.push({
        kind: 'textBeside',
        ...said(clause, before.nodes),
        now: inScript(beside, before.answers),
        to,
      })
    }
  } else if (chosen && !alternative) notes.push(...chosenBefore(part, before))
  return {
    answer: {
      ...(dropped && now.droppable && { dropped }),
      ...(alternative && { alternative: alternative.id }),
      ...(custom && { custom: before.carry(custom) }),
      ...(custom && stale && { stale }),
    },
    notes,
  }
}

/** A wording that somebody chose and that is no more, with its clause or alone. */
function chosenBefore({ clause, target }: Placed, { answers, nodes }: Before): Note[] {
  const answer = clauseAnswer(answers, clause.id)
  if (!chosenAlternative(clause, answer)) return []
  return [{ kind: 'wordingGone', ...said(clause, nodes), ...(target && { to: target.clause.id }) }]
}

/** Whether both texts of the template say the same, whatever the parts they name are called by now. */
function sameText(before: Twin, now: Twin, { answers, rename }: Before): boolean {
  const then = rename(inScript(before, answers))
  const is = inScript(now, answers)
  return then.zh === is.zh && then.en === is.en
}

/** How a clause was called and what it printed. */
export function said({ id }: Clause, nodes: Map<string, ClauseNode>): Pick<Note, 'id' | 'number' | 'text'> {
  const node = nodes.get(id)
  const text: Sides<string> = node
    ? { zh: runsText(node.text.zh), en: runsText(node.text.en) }
    : { zh: '', en: '' }
  return { id, ...(node?.number && { number: node.number }), text }
}
