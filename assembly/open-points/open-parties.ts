import type { Party, Side, TwinAttribute } from '../answers.ts'
import { isFilledIn, placeOf } from '../conditions.ts'
import { tooLong } from '../fields.ts'
import type { PartyAttribute } from '../marks.ts'
import { contactAsPrinted, idProblem, isPhone } from '../numbers/identifiers.ts'
import { shareOf } from '../rules/amounts.ts'
import type { PresentParty, Scene } from '../scene.ts'
import type { OpenPoint, ProblemKey } from '../tree.ts'
import { isChinese, missingOn, staleOn, twinAttributes } from '../twins.ts'
import { samePartyPoints } from './same-party.ts'

/**
 * The open points of a party: values that are missing, invalid or too long, a number or name that an earlier
 * party has, and texts in one language only.
 */
export function partyPoints(partyInDocument: PresentParty, scene: Scene): OpenPoint[] {
  return [
    ...missingOrInvalidPoints(partyInDocument),
    ...samePartyPoints(partyInDocument, scene.parties),
    ...lengthPoints(partyInDocument),
    ...twinPoints(partyInDocument, scene),
  ]
}

function missingOrInvalidPoints({ key, party, signs, traits }: PresentParty): OpenPoint[] {
  const pointAt = (
    kind: 'required' | 'invalid',
    attribute: keyof Party,
    problem?: ProblemKey,
  ): OpenPoint => ({
    kind,
    at: `party:${key}.${attribute}`,
    field: attribute,
    ...(problem && { problem }),
  })
  const points: OpenPoint[] = []
  if (!party.name.trim() && !party.nameEn.trim()) points.push(pointAt('required', 'name'))
  points.push(
    ...missingAttributes(traits?.requires, party).map((attribute) =>
      pointAt('required', attribute as keyof Party),
    ),
  )
  if (traits?.votes) {
    if (!party.vote) points.push(pointAt('required', 'vote'))
    if (traits.votes === true && !party.share?.trim()) points.push(pointAt('required', 'share'))
    else if (traits.votes === true && shareOf(party.share) === undefined)
      points.push(pointAt('invalid', 'share', 'shareInvalid'))
  }
  const idNumber = party.idNumber.trim()
  const numberProblem = idNumber && idProblem(party.identity, idNumber, placeOf(party))
  if (numberProblem) points.push(pointAt('invalid', 'idNumber', numberProblem))
  const phone = party.phone.trim()
  if (phone && !isPhone(phone)) points.push(pointAt('invalid', 'phone', 'phoneInvalid'))
  if (!signs) return points
  if (party.identity === 'company' && !party.legalRepresentative.trim() && !party.signerName.trim()) {
    points.push(pointAt('required', 'signerName', 'signerMissing'))
  }
  const email = contactAsPrinted(party.email)
  if (!phone && !email) points.push(pointAt('required', 'email', 'contactMissing'))
  if (email && !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email)) {
    points.push(pointAt('invalid', 'email', 'formatInvalid'))
  }
  return points
}

/** The required attributes that are empty, except the name, which is checked elsewhere. */
const missingAttributes = (requires: PartyAttribute[] = [], party: Party) =>
  requires.filter((attribute) => attribute !== 'name' && !isFilledIn(party, attribute))

/**
 * The maximum lengths in characters; 100 for any other attribute. A longer value is stored in full and must
 * be shortened by the user.
 */
const MAX_LENGTHS: Record<string, number> = {
  name: 200,
  nameEn: 200,
  address: 300,
  addressEn: 300,
  idNumber: 60,
  phone: 40,
  email: 254,
}

function lengthPoints({ key, party }: PresentParty): OpenPoint[] {
  return Object.entries(party).flatMap(([field, text]): OpenPoint[] => {
    const lengthProblem = typeof text === 'string' ? tooLong(text, MAX_LENGTHS[field] ?? 100) : null
    return lengthProblem ? [{ kind: 'invalid', at: `party:${key}.${field}`, field, ...lengthProblem }] : []
  })
}

/** Open points for attributes printed in both languages that are not written or confirmed in one of them. */
function twinPoints({ key, party, signs }: PresentParty, scene: Scene): OpenPoint[] {
  if (scene.sides.length < 2) return []
  const isCompany = party.identity === 'company'
  const hasSigner = isCompany && signs
  const isPrinted: Record<TwinAttribute, boolean> = {
    name: true,
    address: true,
    legalRepresentative: isCompany,
    signerName: hasSigner,
    signerTitle: hasSigner,
    bank: true,
  }
  return twinAttributes.flatMap((attribute): OpenPoint[] => {
    if (!isPrinted[attribute]) return []
    const zh = (party[attribute] ?? '').trim()
    const en = (party[`${attribute}En`] ?? '').trim()
    const point = (side: Side) => {
      const field = side === 'en' ? `${attribute}En` : attribute
      return { at: `party:${key}.${field}`, field }
    }
    if (!en && isChinese(zh)) return [{ ...missingOn('en'), ...point('en') }]
    const stale = zh && en ? party.stale?.[attribute] : undefined
    return stale ? [{ ...staleOn(stale), ...point(stale) }] : []
  })
}
