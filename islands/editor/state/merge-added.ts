import type { Answers } from '#assembly/answers.ts'
import { isEqual } from './same.ts'

/**
 * Merges the clauses or articles that were added in my version and in theirs. An added part remains if and
 * only if its text is in `mergedClauses`, so that a clause removed in one version and rewritten in the other
 * is one conflict. My place is used if I moved the part, otherwise theirs.
 */
export function mergeAdded<T extends { id: string }>(
  versions: { base: Answers; mine: Answers; theirs: Answers },
  mergedClauses: Answers['clauses'],
  listOf: (answers: Answers) => T[],
): T[] {
  const { base, mine, theirs } = versions
  const byId = (answers: Answers) => new Map(listOf(answers).map((one) => [one.id, one]))
  const baseById = byId(base)
  const mineById = byId(mine)
  const theirsById = byId(theirs)
  // Clauses after the same anchor follow the order of the list, so the version that changed the list
  // determines the order; theirs if both did.
  const [firstById, secondById] = isEqual(listOf(theirs), listOf(base))
    ? [mineById, theirsById]
    : [theirsById, mineById]
  const ids = new Set([...firstById.keys(), ...secondById.keys()])
  return [...ids].flatMap((id) => {
    if (!Object.hasOwn(mergedClauses, id)) return []
    const isMoved = mineById.has(id) && !isEqual(mineById.get(id), baseById.get(id))
    const entry = (isMoved ? mineById.get(id) : theirsById.get(id)) ?? mineById.get(id)
    return entry ? [entry] : []
  })
}
