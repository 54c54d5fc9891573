import type { AddedClause, Answers } from '#modules/documents/assembly/answers.ts'
import { same } from './same.ts'

/**
 * The added clauses of both sides. One stands exactly when its text came through the merge, so that a clause removed
 * here and rewritten there is asked about once, as a clause. Its place is mine where I moved it, else theirs.
 */
export function mergeAdded(
  { base, mine, theirs }: { base: Answers; mine: Answers; theirs: Answers },
  clauses: Answers['clauses'],
): AddedClause[] {
  const [before, ours, others] = [base, mine, theirs].map(byId) as [Places, Places, Places]
  // Clauses behind the same anchor stand in the order of the list, so whoever changed the list gives the order.
  const [first, second] = same(theirs.added, base.added) ? [ours, others] : [others, ours]
  const ids = new Set([...first.keys(), ...second.keys()])
  return [...ids].flatMap((id) => {
    if (!Object.hasOwn(clauses, id)) return []
    const moved = ours.has(id) && !same(ours.get(id), before.get(id))
    const place = (moved ? ours.get(id) : others.get(id)) ?? ours.get(id)
    return place ? [place] : []
  })
}

type Places = Map<string, AddedClause>

function byId(answers: Answers): Places {
  return new Map(answers.added.map((one) => [one.id, one]))
}
