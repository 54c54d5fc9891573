import type { Answers } from '#assembly/answers.ts'
import { same } from './same.ts'

/**
 * The added clauses, or articles, of both sides. One stands exactly when its text came through the merge, so
 * that what is removed here and rewritten there is asked about once, as a clause. Its place is mine where I
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
  // Clauses behind the same anchor are in the order of the list, so the side that changed the list decides
  // it.
  const [first, second] = same(listOf(theirs), listOf(base)) ? [ours, others] : [others, ours]
  const ids = new Set([...first.keys(), ...second.keys()])
  return [...ids].flatMap((id) => {
    if (!Object.hasOwn(clauses, id)) return []
    const moved = ours.has(id) && !same(ours.get(id), before.get(id))
    const place = (moved ? ours.get(id) : others.get(id)) ?? ours.get(id)
    return place ? [place] : []
  })
}
