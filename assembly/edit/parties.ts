import type { Answers, ClauseAnswer, Party, SignatureArea } from '../answers.ts'
import { blankParty } from '../blank.ts'
import { renameParties } from '../marks.ts'
import type { PartyIdentity, Template } from '../template/template.ts'
import { partyKey } from '../words.ts'

export const maxParties = 10

/** The maximum number of parties in a document of this template. */
export const roomForParties = ({ moreParties, parties }: Template) =>
  Math.min(moreParties?.upTo ?? parties.length, maxParties)

export function setParty(
  answers: Answers,
  _template: Template,
  key: string,
  patch: Partial<Omit<Party, 'key'>>,
): Answers {
  const parties = answers.parties.map((party) => (party.key === key ? { ...party, ...patch, key } : party))
  return { ...answers, parties }
}

/**
 * Adds a party at the end, with the role that the template allows more than once, unless the limit is
 * reached.
 */
export function addParty(answers: Answers, template: Template, identity?: PartyIdentity): Answers {
  const index = answers.parties.length
  if (index >= roomForParties(template)) return answers
  const expectedIdentity = (template.parties[index] ?? template.moreParties)?.identity ?? 'any'
  const key = partyKey(index)
  const party = blankParty(key, expectedIdentity === 'any' ? (identity ?? 'any') : expectedIdentity)
  return {
    ...answers,
    parties: [...answers.parties, party],
    signatureArea: { ...answers.signatureArea, order: [...answers.signatureArea.order, key] },
  }
}

/** Whether a party may be removed. The template's own parties stay, because its clauses name them. */
export function removableParty(answers: Answers, template: Template, key: string): boolean {
  return answers.parties.findIndex((party) => party.key === key) >= template.parties.length
}

/**
 * Removes an added party. Later parties move up by one letter, also in custom texts and in the signature
 * area.
 */
export function removeParty(answers: Answers, template: Template, key: string): Answers {
  if (!removableParty(answers, template, key)) return answers
  const remainingParties = answers.parties.filter((party) => party.key !== key)
  const newKeys = new Map(remainingParties.map((party, index) => [party.key, partyKey(index)]))
  // A custom text that named the removed party must not name the party that now has its letter.
  const rename = (oldKey: string) => (oldKey === key ? 'removed' : (newKeys.get(oldKey) ?? oldKey))
  return {
    ...answers,
    parties: remainingParties.map((party, index) => ({ ...party, key: partyKey(index) })),
    clauses: renameInCustom(answers.clauses, rename),
    signatureArea: {
      ...answers.signatureArea,
      order: answers.signatureArea.order.filter((one) => one !== key).map(rename),
    },
  }
}

function renameInCustom(
  clauses: Record<string, ClauseAnswer>,
  rename: (key: string) => string,
): Record<string, ClauseAnswer> {
  const renamedEntries = Object.entries(clauses).map(([id, answer]): [string, ClauseAnswer] => {
    if (!answer.custom) return [id, answer]
    const { zh, en } = answer.custom
    return [id, { ...answer, custom: { zh: renameParties(zh, rename), en: renameParties(en, rename) } }]
  })
  return Object.fromEntries(renamedEntries)
}

export function setSignatureArea(
  answers: Answers,
  _template: Template,
  patch: Partial<SignatureArea>,
): Answers {
  return { ...answers, signatureArea: { ...answers.signatureArea, ...patch } }
}
