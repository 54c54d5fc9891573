import { fingerprint } from '../agreement/acknowledged-finding.ts'
import type { Acknowledgement, Answers, DocumentSource } from '../answers.ts'
import { assembleText, effectiveText } from '../assemble-text.ts'
import { clauseAnswer, ownClause } from '../outline.ts'
import type { ClauseNode } from '../tree.ts'
import { numberAndText } from './clauses.ts'
import type { AdoptionNote } from './note.ts'
import type { PlacedPart } from './place.ts'
import { inScript, nodesIn, type RewriteMarks } from './texts.ts'

interface Carried {
  placed: PlacedPart[]
  carry: RewriteMarks
  rename: RewriteMarks
  nodes: Map<string, ClauseNode>
}

/** Keeps acknowledged findings of clauses whose texts are unchanged in both languages. */
export function carryAcknowledged(
  before: DocumentSource,
  after: DocumentSource,
  { placed, carry, rename, nodes }: Carried,
): { clauses: Answers['clauses']; notes: AdoptionNote[] } {
  const clauses = { ...after.answers.clauses }
  const notes: AdoptionNote[] = []
  const confirmed = placed.filter(({ clause }) => clauseAnswer(before.answers, clause.id)?.meant?.length)
  if (!confirmed.length) return { clauses, notes }
  const now = new Map([...nodesIn(assembleText(after))].map((node) => [node.id, node]))
  for (const part of confirmed) {
    const { clause } = part
    const acknowledged = clauseAnswer(before.answers, clause.id)?.meant ?? []
    const was = nodes.get(clause.id)
    const is = part.now === undefined ? undefined : now.get(part.now)
    if (
      part.now !== undefined &&
      was &&
      is &&
      sameText(part, before.answers, after.answers, { carry, rename })
    ) {
      const of = new Map([[fingerprint(was), fingerprint(is)]])
      const carried = acknowledged.map((one): Acknowledgement => ({ ...one, of: of.get(one.of) ?? one.of }))
      clauses[part.now] = { ...clauses[part.now], meant: carried }
    } else {
      notes.push(
        ...acknowledged.map(
          ({ zh, en }): AdoptionNote => ({
            ...numberAndText(clause, nodes),
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
  { clause, target, copied, now }: PlacedPart,
  before: Answers,
  after: Answers,
  { carry, rename }: Pick<Carried, 'carry' | 'rename'>,
) {
  const { state, text } = effectiveText(clause, before)
  const then = (state === 'custom' || copied ? carry : rename)(inScript(text, before))
  const part = target && !copied ? target.clause : ownClause(now!)
  const is = inScript(effectiveText(part, after).text, after)
  return then.zh === is.zh && then.en === is.en
}
