import type { Answers, Party } from '#assembly/answers.ts'

const MAX_NAME_LENGTH = 300

/** The team's own party: the one with its name, otherwise the first. */
export const ownParty = ({ parties }: Answers, teamName: string): Party | undefined =>
  parties.find((party) => isTeam(party, teamName)) ?? parties[0]

/**
 * The other parties of a document, as lists show them: every named party except the team's own. Each has its
 * Chinese and its English name, or its only name.
 */
export function counterpartiesIn(answers: Answers, teamName: string) {
  const teamParty = ownParty(answers, teamName)
  const otherParties = answers.parties.filter((party) => party !== teamParty).map(namesOf)
  const namedParties = otherParties.filter(({ zh, en }) => zh || en)
  return {
    counterparty: namedParties
      .map(({ zh, en }) => zh || en)
      .join('、')
      .slice(0, MAX_NAME_LENGTH),
    counterparty_en: namedParties
      .map(({ zh, en }) => en || zh)
      .join(', ')
      .slice(0, MAX_NAME_LENGTH),
  }
}

const namesOf = ({ name, nameEn }: Party) => ({ zh: name.trim(), en: nameEn.trim() })

function isTeam(party: Party, teamName: string): boolean {
  const { zh, en } = namesOf(party)
  const team = teamName.toLowerCase()
  return [zh, en].some((name) => name.length > 1 && team.includes(name.toLowerCase()))
}
