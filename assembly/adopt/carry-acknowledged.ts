import { fingerprint } from '../agreement/acknowledged-finding.ts'
import type { Acknowledgement, Answers, DocumentSource } from '../answers.ts'
import { assembleText, effectiveText } from '../assemble-text.ts'
import { clauseAnswer, emptyClause } from '../outline.ts'
import type { ClauseNode } from '../tree.ts'
import { numberAndText } from './clauses.ts'
import type { AdoptionNote } from './note.ts'
import type { PlacedPart } from './place.ts'
import { inScript, nodesIn, type RewriteMarks } from './texts.ts'

interface CarriedParts {
  placed: PlacedPart[]
  carry: RewriteMarks
  rename: RewriteMarks
  nodes: Map<string, ClauseNode>
}

/** Keeps acknowledged findings of clauses whose texts are unchanged in both languages. */
export function carryAcknowledged(
  before: DocumentSource,
  after: DocumentSource,
  { placed, carry, rename, nodes }: CarriedParts,
): { clauses: Answers['clauses']; notes: AdoptionNote[] } {
  const clauses = { ...after.answers.clauses }
  const notes: AdoptionNote[] = []
  const confirmedParts = placed.filter(({ clause }) => clauseAnswer(before.answers, clause.id)?.meant?.length)
  if (!confirmedParts.length) return { clauses, notes }
  const newNodes = new Map([...nodesIn(assembleText(after))].map((node) => [node.id, node]))
  for (const part of confirmedParts) {
    const { clause } = part
    const acknowledged = clauseAnswer(before.answers, clause.id)?.meant ?? []
    const oldNode = nodes.get(clause.id)
    const newNode = part.newId === undefined ? undefined : newNodes.get(part.newId)
    if (
      part.newId !== undefined &&
      oldNode &&
      newNode &&
      sameText(part, before.answers, after.answers, { carry, rename })
    ) {
      const newFingerprints = new Map([[fingerprint(oldNode), fingerprint(newNode)]])
      const acknowledgements = acknowledged.map(
        (one): Acknowledgement => ({ ...one, of: newFingerprints.get(one.of) ?? one.of }),
      )
      clauses[part.newId] = { ...clauses[part.newId], meant: acknowledgements }
    } else {
      notes.push(
        ...acknowledged.map(
          ({ zh, en }): AdoptionNote => ({
            ...numberAndText(clause, nodes),
            kind: 'meantGone',
            text: { zh, en },
            ...(part.newId !== undefined && { to: part.newId }),
          }),
        ),
      )
    }
  }
  return { clauses, notes }
}

function sameText(
  { clause, target, copied, newId }: PlacedPart,
  before: Answers,
  after: Answers,
  { carry, rename }: Pick<CarriedParts, 'carry' | 'rename'>,
) {
  const { state, text } = effectiveText(clause, before)
  const oldText = (state === 'custom' || copied ? carry : rename)(inScript(text, before))
  const part = target && !copied ? target.clause : emptyClause(newId!)
  const newText = inScript(effectiveText(part, after).text, after)
  return oldText.zh === newText.zh && oldText.en === newText.en
}
