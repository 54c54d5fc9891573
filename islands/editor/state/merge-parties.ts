import type { Answers, ClauseAnswer, Party } from '#assembly/answers.ts'
import { isEqual } from './same.ts'

/** The parts of the answers that refer to parties by letter. */
export interface PartyBundle {
  parties: Party[]
  order: string[]
  clauses: Record<string, ClauseAnswer | undefined>
}

/** How the parties are merged: one by one, all from the side that changed them, or as one conflict. */
export type PartyPlan =
  | { by: 'party' }
  | { by: 'side'; parties: Party[] }
  | { by: 'bundle'; clauses: string[] }

/**
 * Parties are identified by their letters, and removing one moves the later ones up. So if one side removed
 * a party, and the other changed parties or wrote texts that name them, the list and the texts are both
 * taken from one side.
 */
export function planParties(bases: [Answers, ...Answers[]], mine: Answers, theirs: Answers): PartyPlan {
  const longest = Math.max(...bases.map(({ parties }) => parties.length))
  const hasRemoval = [mine, theirs].some(({ parties }) => parties.length < longest)
  if (!hasRemoval) return { by: 'party' }
  const hasChanged = (one: Answers, base: Answers) =>
    !isEqual(one.parties, base.parties) || writesParties(one, base)
  if (bases.every((one) => !hasChanged(mine, one))) return { by: 'side', parties: theirs.parties }
  if (bases.some((one) => !hasChanged(theirs, one))) return { by: 'side', parties: mine.parties }
  const clauses = [...bases, mine, theirs].flatMap((one) =>
    Object.keys(one.clauses).filter((id) => namesParty(one.clauses[id])),
  )
  return { by: 'bundle', clauses: [...new Set(clauses)] }
}

export function bundleOf({ parties, signatureArea, clauses }: Answers, ids: string[]): PartyBundle {
  return {
    parties,
    order: signatureArea.order,
    clauses: Object.fromEntries(ids.map((id) => [id, clauses[id]])),
  }
}

function writesParties(one: Answers, base: Answers): boolean {
  return Object.entries(one.clauses).some(
    ([id, answer]) => namesParty(answer) && !isEqual(answer.custom, base.clauses[id]?.custom),
  )
}

function namesParty(answer: ClauseAnswer | undefined): boolean {
  return /\{party:/.test(`${answer?.custom?.zh}${answer?.custom?.en}`)
}
