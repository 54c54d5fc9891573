import type { Answers, LanguageChoice, Party } from './answers.ts'
import type { FieldValue, PartyIdentity, Template } from './template/template.ts'
import { partyKey } from './words.ts'

/** Party keys are the letters a to j. */
const MAX_PARTIES = 10

/** The answers of a new document: default values, and one empty party for each role. */
export function blankAnswers(template: Template, languages: LanguageChoice): Answers {
  const fields: Record<string, FieldValue> = {}
  for (const { id, default: value } of template.fields) {
    if (value !== undefined) fields[id] = structuredClone(value)
  }
  const parties = template.parties
    .slice(0, MAX_PARTIES)
    .map((role, index) => blankParty(partyKey(index), role.identity))
  return {
    languages,
    fields,
    clauses: {},
    added: [],
    parties,
    signatureArea: { order: signingKeys(template, parties), place: false, date: true, seal: true },
  }
}

function signingKeys(template: Template, parties: Party[]): string[] {
  return parties.filter((_, index) => template.parties[index]?.signs).map(({ key }) => key)
}

export function blankParty(key: string, identity: PartyIdentity | 'any'): Party {
  return {
    key,
    identity: identity === 'any' ? 'company' : identity,
    name: '',
    nameEn: '',
    idNumber: '',
    address: '',
    phone: '',
    email: '',
    legalRepresentative: '',
    signerName: '',
    signerTitle: '',
  }
}
