import type { Answers } from '#assembly/answers.ts'
import { same } from './same.ts'

/**
 * Merges the added clauses or articles of both sides. One remains exactly when its text remained in the
 * merge, so that a clause removed on one side and rewritten on the other is one conflict. My place wins if I
 * moved it, else theirs.
 */
export function mergeAdded<T extends { id: string }>(
  versions: { base: Answers; mine: Answers; theirs: Answers },
  clauses: Answers['clauses'],
  listOf: (answers: Answers) => T[],
): T[] {
  const { base, mine, theirs } = versions
  const byId = (answers: Answers) => new Map(listOf(answers).map((one) => [one.id, one]))
  const before = byId(base)
  const ours = byId(mine)
  const others = byId(theirs)
  // Clauses after the same anchor follow the order of the list, so the side that changed the list decides it.
  const [first, second] = same(listOf(theirs), listOf(base)) ? [ours, others] : [others, ours]
  const ids = new Set([...first.keys(), ...second.keys()])
  return [...ids].flatMap((id) => {
    if (!Object.hasOwn(clauses, id)) return []
    const moved = ours.has(id) && !same(ours.get(id), before.get(id))
    const place = (moved ? ours.get(id) : others.get(id)) ?? ours.get(id)
    return place ? [place] : []
  })
}
