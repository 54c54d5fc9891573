import type { Answers } from '#assembly/answers.ts'
import { isEqual } from './same.ts'

/**
 * Merges the added clauses or articles of both sides. An added part remains exactly if its text remained in
 * the merge, so that a clause removed on one side and rewritten on the other is one conflict. My place is
 * used if I moved the part, otherwise theirs.
 */
export function mergeAdded<T extends { id: string }>(
  versions: { base: Answers; mine: Answers; theirs: Answers },
  clauses: Answers['clauses'],
  listOf: (answers: Answers) => T[],
): T[] {
  const { base, mine, theirs } = versions
  const byId = (answers: Answers) => new Map(listOf(answers).map((one) => [one.id, one]))
  const baseById = byId(base)
  const mineById = byId(mine)
  const theirsById = byId(theirs)
  // Clauses after the same anchor follow the order of the list, so the side that changed the list determines
  // the order.
  const [firstById, secondById] = isEqual(listOf(theirs), listOf(base))
    ? [mineById, theirsById]
    : [theirsById, mineById]
  const ids = new Set([...firstById.keys(), ...secondById.keys()])
  return [...ids].flatMap((id) => {
    if (!Object.hasOwn(clauses, id)) return []
    const isMoved = mineById.has(id) && !isEqual(mineById.get(id), baseById.get(id))
    const place = (isMoved ? mineById.get(id) : theirsById.get(id)) ?? mineById.get(id)
    return place ? [place] : []
  })
}
