import type { Answers, Party } from '#assembly/answers.ts'
import { blankParty } from '#assembly/blank.ts'
import { ownParty } from '../drafts/counterparty.ts'

/** The parts of a document that a saved template includes besides the text of its clauses. */
export interface SavedParts {
  /** The values of the blanks. */
  blanks: boolean
  /** The other parties; the team's own party is always included. */
  parties: boolean
}

/** The initial answers of a draft from the template: parts that were not saved are as in a new document. */
export function ownAnswers(
  answers: Answers,
  newAnswers: Answers,
  teamName: string,
  parts: SavedParts,
): Answers {
  const teamParty = ownParty(answers, teamName)
  const partyOf = (party: Party) => (parts.parties || party === teamParty ? party : emptyParty(party))
  return {
    ...answers,
    fields: parts.blanks ? answers.fields : newAnswers.fields,
    parties: answers.parties.map(partyOf),
  }
}

const emptyParty = ({ key, identity, role }: Party): Party => ({
  ...blankParty(key, identity),
  ...(role && { role }),
})
