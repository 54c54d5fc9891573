import type { Party } from '../answers.ts'
import { placeOf } from '../conditions.ts'
import type { PresentParty } from '../scene.ts'
import type { OpenPoint } from '../tree.ts'
import { foldedName, isChinese } from '../twins.ts'

/** Open points for a party whose number or name an earlier party has. */
export function samePartyPoints(presentParty: PresentParty, parties: PresentParty[]): OpenPoint[] {
  const earlierParties = parties.slice(0, parties.indexOf(presentParty))
  const sameNumberParty = earlierParties.find(({ party }) => isSameNumber(party, presentParty.party))
  const sameNameParty = earlierParties.flatMap((other) => {
    const field = sameName(other.party, presentParty.party)
    return field ? [{ other, field }] : []
  })[0]
  const pointAt = (
    field: 'idNumber' | 'name' | 'nameEn',
    problem: 'sameNumber' | 'sameName',
    { label }: PresentParty,
  ): OpenPoint => ({
    kind: 'invalid',
    at: `party:${presentParty.key}.${field}`,
    field,
    problem,
    detail: label,
  })
  return [
    ...(sameNumberParty ? [pointAt('idNumber', 'sameNumber', sameNumberParty)] : []),
    ...(sameNameParty ? [pointAt(sameNameParty.field, 'sameName', sameNameParty.other)] : []),
  ]
}

/** Compares the place too, because registers of different countries may assign equal numbers. */
function isSameNumber(one: Party, other: Party): boolean {
  const number = foldedName(one.idNumber)
  return number !== '' && number === foldedName(other.idNumber) && placeOf(one) === placeOf(other)
}

/**
 * The attribute in which two parties have the same name. Two persons, or two foreign companies, may have
 * equal names, so different numbers prove that they are different parties. A mainland register assigns a
 * company's Chinese name only once. Equal English names prove nothing if the Chinese ones differ.
 */
function sameName(one: Party, other: Party): 'name' | 'nameEn' | null {
  const [names, otherNames] = [one, other].map(({ name, nameEn }) => ({
    name: foldedName(name),
    en: foldedName(nameEn),
  }))
  if (!names || !otherNames) return null
  const isSame = (text: string) => text !== '' && (text === names.name || text === names.en)
  const [number, otherNumber] = [foldedName(one.idNumber), foldedName(other.idNumber)]
  if (number && otherNumber && number !== otherNumber) {
    const areMainlandCompanies = [one, other].every(
      (party) => party.identity === 'company' && placeOf(party) === 'mainland' && isChinese(party.name),
    )
    return areMainlandCompanies && names.name === otherNames.name ? 'name' : null
  }
  if (isSame(otherNames.name)) return 'name'
  const areDistinct = names.name !== otherNames.name && isChinese(one.name) && isChinese(other.name)
  return isSame(otherNames.en) && !areDistinct ? 'nameEn' : null
}
