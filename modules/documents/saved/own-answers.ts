import type { Answers, Party } from '#assembly/answers.ts'
import { blankParty } from '#assembly/blank.ts'
import { ownParty } from '../drafts/counterparty.ts'

/** What of a document goes into a template besides the text of its clauses. */
export interface KeptAnswers {
  /** What was filled into the blanks. */
  blanks: boolean
  /** Whom it was concluded with; the team's own party always stays. */
  parties: boolean
}

/** The answers a draft from the template begins with: what is not kept is as in a new document. */
export function ownAnswers(answers: Answers, fresh: Answers, teamName: string, kept: KeptAnswers): Answers {
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
