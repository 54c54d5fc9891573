import { fingerprint } from '../agreement/acknowledged-finding.ts'
import type { Acknowledgement, Answers, DocumentSource } from '../answers.ts'
import { assembleText, standingText } from '../assemble-text.ts'
import { clauseAnswer, ownClause } from '../outline.ts'
import type { ClauseNode } from '../tree.ts'
import { said } from './clauses.ts'
import type { Note } from './note.ts'
import type { Placed } from './place.ts'
import { type Carry, inScript, nodesIn } from './texts.ts'

interface Carried {
  placed: Placed[]
  carry: Carry
  rename: Carry
  nodes: Map<string, ClauseNode>
}

/** Findings that somebody confirmed, of the clauses whose texts are the same in both languages still. */
export function carryAcknowledged(
  before: DocumentSource,
  after: DocumentSource,
  { placed, carry, rename, nodes }: Carried,
): { clauses: Answers['clauses']; notes: Note[] } {
  const clauses = { ...after.answers.clauses }
  const notes: Note[] = []
  const confirmed = placed.filter(({ clause }) => clauseAnswer(before.answers, clause.id)?.meant?.length)
  if (!confirmed.length) return { clauses, notes }
  const now = new Map([...nodesIn(assembleText(after))].map((node) => [node.id, node]))
  for (const part of confirmed) {
    const { clause } = part
    const meant = clauseAnswer(before.answers, clause.id)?.meant ?? []
    const was = nodes.get(clause.id)
    const is = part.now === undefined ? undefined : now.get(part.now)
    if (
      part.now !== undefined &&
      was &&
      is &&
      sameText(part, before.answers, after.answers, { carry, rename })
    ) {
      const of = new Map([[fingerprint(was), fingerprint(is)]])
      const kept = meant.map((one): Acknowledgement => ({ ...one, of: of.get(one.of) ?? one.of }))
      clauses[part.now] = { ...clauses[part.now], meant: kept }
    } else {
      notes.push(
        ...meant.map(
          ({ zh, en }): Note => ({
            ...said(clause, nodes),
            kind: 'meantGone',
            text: { zh, en },
            ...(part.now !== undefined && { to: part.now }),
          }),
        ),
      )
    }
  }
  return { clauses, notes }
}

function sameText(
  { clause, target, copied, now }: Placed,
  before: Answers,
  after: Answers,
  { carry, rename }: Pick<Carried, 'carry' | 'rename'>,
) {
  const { state, text } = standingText(clause, before)
  const then = (state === 'custom' || copied ? carry : rename)(inScript(text, before))
  const part = target && !copied ? target.clause : ownClause(now!)
  const is = inScript(standingText(part, after).text, after)
  return then.zh === is.zh && then.en === is.en
}
