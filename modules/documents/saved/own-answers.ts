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
export function ownAnswers(answers: Answers, fresh: Answers, teamName: string, kept: SavedParts): Answers {
  const own = ownParty(answers, teamName)
  const partyOf = (party: Party) => (kept.parties || party === own ? party : emptied(party))
  return {
    ...answers,
    fields: kept.blanks ? answers.fields : fresh.fields,
    parties: answers.parties.map(partyOf),
  }
}

const emptied = ({ key, identity, role }: Party): Party => ({
  ...blankParty(key, identity),
  ...(role && { role }),
})
