import type { Party } from './answers.ts'
import { placeOf } from './conditions.ts'
import { contactAsPrinted, numberAsPrinted } from './numbers/identifiers.ts'
import { shareOf } from './rules/amounts.ts'
import type { PresentParty, Scene } from './scene.ts'
import type { PartyNode, Sides, SignatureNode } from './tree.ts'
import { attributeSides, isTwinAttribute } from './twins.ts'
import { blankLine, type GeneratedWord, word } from './words.ts'

type PartyLine = [attribute: keyof Party, label: GeneratedWord]

/** The lines of a party block and their labels, which depend on the kind of party and its domicile. */
function linesOf(party: Party): PartyLine[] {
  const isMainland = placeOf(party) === 'mainland'
  if (party.identity === 'individual')
    return [['idNumber', 'personId'], ['address', 'personAddress'], ...contactLines]
  return [
    ['idNumber', isMainland ? 'companyId' : 'registrationNumber'],
    ['address', 'companyAddress'],
    ['legalRepresentative', isMainland ? 'legalRepresentative' : 'authorisedRepresentative'],
    ...contactLines,
  ]
}

const contactLines: PartyLine[] = [
  ['phone', 'phone'],
  ['email', 'email'],
  ['bank', 'bank'],
]

/** The party block: identity and contact data, without empty values. */
export function partyNodes(scene: Scene): PartyNode[] {
  return scene.parties.map((partyInDocument) => ({
    key: partyInDocument.key,
    label: partyInDocument.label,
    role: partyInDocument.role,
    name: nameOrBlank(partyInDocument),
    lines: partyLines(partyInDocument, scene),
  }))
}

function partyLines({ party, traits }: PresentParty, scene: Scene): PartyNode['lines'] {
  const lines = linesOf(party).flatMap(([attribute, label]) => {
    const value = partySides(party, attribute)
    if (!value.zh.trim()) return []
    return [{ id: attribute, label: word(label, scene.script), value }]
  })
  if (!traits?.votes) return lines
  return [...lines, ...voteLines(traits.votes === 'one' ? { ...party, share: undefined } : party, scene)]
}

function voteLines({ share, vote }: Party, { script }: Scene): PartyNode['lines'] {
  const percent = shareOf(share)
  return [
    ...(percent === undefined
      ? []
      : [{ id: 'share', label: word('share', script), value: { zh: `${percent}%`, en: `${percent}%` } }]),
    ...(vote ? [{ id: 'vote', label: word('vote', script), value: word(vote, script) }] : []),
  ]
}

/** An attribute as printed on each side. */
export function partySides(party: Party, attribute: keyof Party): Sides<string> {
  if (isTwinAttribute(attribute)) return attributeSides(party, attribute)
  const value = asPrinted(party, attribute)
  return { zh: value, en: value }
}

/** The printed form of an attribute that has no languages: half-width characters, with X as a capital. */
export function asPrinted(party: Party, attribute: keyof Party): string {
  const text = String(party[attribute] ?? '')
  if (attribute === 'idNumber') return numberAsPrinted(text, placeOf(party))
  return attribute === 'phone' || attribute === 'email' ? contactAsPrinted(text) : text
}

function nameOrBlank({ name }: PresentParty): Sides<string> {
  return { zh: name.zh.trim() ? name.zh : blankLine.zh, en: name.en.trim() ? name.en : blankLine.en }
}

/** The signature area in the order that the creator chose; other signing parties follow at the end. */
export function signatureNodes(scene: Scene): SignatureNode[] {
  const { order } = scene.answers.signatureArea
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return scene.parties
    .filter(({ signs }) => signs)
    .sort((one, other) => rank(one.key) - rank(other.key))
    .map((partyInDocument) => ({
      key: partyInDocument.key,
      label: partyInDocument.label,
      name: nameOrBlank(partyInDocument),
      lines: signatureLines(partyInDocument, scene),
    }))
}

function signatureLines({ party }: PresentParty, scene: Scene): SignatureNode['lines'] {
  const { seal, place, date } = scene.answers.signatureArea
  const line = (id: SignatureNode['lines'][number]['id'], value = { zh: '', en: '' }) => ({
    id,
    label: word(id, scene.script),
    value,
  })
  const company = party.identity === 'company'
  return [
    ...(company && seal ? [line('seal')] : []),
    line('sign'),
    ...(company
      ? [
          line('signer', attributeSides(party, 'signerName')),
          line('title', attributeSides(party, 'signerTitle')),
        ]
      : []),
    ...(place ? [line('place')] : []),
    ...(date ? [line('date')] : []),
  ]
}
