import type { Party } from '../answers.ts'
import { placeOf } from '../conditions.ts'
import type { PresentParty } from '../scene.ts'
import type { OpenPoint } from '../tree.ts'
import { foldedName, isChinese } from '../twins.ts'

/** The open points of a party that is also an earlier party: equal number, or equal name. */
export function samePartyPoints(present: PresentParty, all: PresentParty[]): OpenPoint[] {
  const earlier = all.slice(0, all.indexOf(present))
  const number = earlier.find(({ party }) => isSameNumber(party, present.party))
  const name = earlier.flatMap((other) => {
    const field = sameName(other.party, present.party)
    return field ? [{ other, field }] : []
  })[0]
  const pointAt = (
    field: 'idNumber' | 'name' | 'nameEn',
    problem: 'sameNumber' | 'sameName',
    { label }: PresentParty,
  ): OpenPoint => ({
    kind: 'invalid',
    at: `party:${present.key}.${field}`,
    field,
    problem,
    detail: label,
  })
  return [
    ...(number ? [pointAt('idNumber', 'sameNumber', number)] : []),
    ...(name ? [pointAt(name.field, 'sameName', name.other)] : []),
  ]
}

/** Registers of different countries may assign equal numbers. */
function isSameNumber(one: Party, other: Party): boolean {
  const number = foldedName(one.idNumber)
  return number !== '' && number === foldedName(other.idNumber) && placeOf(one) === placeOf(other)
}

/**
 * The attribute in which the second party has the name of the first. Two persons may have equal names, and
 * two foreign companies too, so different numbers prove different parties. A register of the mainland
 * assigns a company's Chinese name once. An English name is only as certain as the Chinese ones beside it.
 */
function sameName(one: Party, other: Party): 'name' | 'nameEn' | null {
  const [names, others] = [one, other].map(({ name, nameEn }) => ({
    name: foldedName(name),
    en: foldedName(nameEn),
  }))
  if (!names || !others) return null
  const isSame = (text: string) => text !== '' && (text === names.name || text === names.en)
  const [number, otherNumber] = [foldedName(one.idNumber), foldedName(other.idNumber)]
  if (number && otherNumber && number !== otherNumber) {
    const registered = [one, other].every(
      (party) => party.identity === 'company' && placeOf(party) === 'mainland' && isChinese(party.name),
    )
    return registered && names.name === others.name ? 'name' : null
  }
  if (isSame(others.name)) return 'name'
  const areDistinct = names.name !== others.name && isChinese(one.name) && isChinese(other.name)
  return isSame(others.en) && !areDistinct ? 'nameEn' : null
}
