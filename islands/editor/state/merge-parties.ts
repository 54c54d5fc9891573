import type { Answers, ClauseAnswer, Party } from '#assembly/answers.ts'
import { same } from './same.ts'

/** Everything that refers to a party by its letter. */
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
 * Parties are identified by their letter, and removing one moves the later ones up. So after a removal, if
 * the other side changed parties or wrote texts that name them, list and texts are both taken from one side.
 */
export function planParties(known: [Answers, ...Answers[]], mine: Answers, theirs: Answers): PartyPlan {
  const longest = Math.max(...known.map(({ parties }) => parties.length))
  const shrunk = [mine, theirs].some(({ parties }) => parties.length < longest)
  if (!shrunk) return { by: 'party' }
  const differs = (one: Answers, from: Answers) =>
    !same(one.parties, from.parties) || writesParties(one, from)
  if (known.every((one) => !differs(mine, one))) return { by: 'side', parties: theirs.parties }
  if (known.some((one) => !differs(theirs, one))) return { by: 'side', parties: mine.parties }
  const clauses = [...known, mine, theirs].flatMap((one) =>
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
    ([id, answer]) => namesParty(answer) && !same(answer.custom, base.clauses[id]?.custom),
  )
}

function namesParty(answer: ClauseAnswer | undefined): boolean {
  return /\{party:/.test(`${answer?.custom?.zh}${answer?.custom?.en}`)
}
