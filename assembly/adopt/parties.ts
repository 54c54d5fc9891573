import type { Answers, Party, Side } from '../answers.ts'
import { blankParty } from '../blank.ts'
import type { RoleTraits, Template } from '../template/template.ts'
import { formerIds } from '../template/template-parts.ts'
import { partyKey, word } from '../words.ts'
import type { AdoptionNote } from './note.ts'

export interface CarriedParties {
  parties: Party[]
  signatureArea: Answers['signatureArea']
  notes: AdoptionNote[]
  /** Maps an old party key to the new one. */
  key(oldKey: string): string
}

const MAX_PARTIES = 10

/**
 * Carries parties over with all their data. The template's parties keep their place; new roles follow,
 * before the parties that the creator added. No party is dropped, even when the new version has fewer roles.
 */
export function carryParties(oldTemplate: Template, newTemplate: Template, answers: Answers): CarriedParties {
  const templatePartyCount = Math.min(oldTemplate.parties.length, answers.parties.length)
  const freePlaces = MAX_PARTIES - answers.parties.length
  const newRoles = newTemplate.parties.slice(
    templatePartyCount,
    templatePartyCount + Math.max(0, Math.min(newTemplate.parties.length - templatePartyCount, freePlaces)),
  )
  const orderedParties = [
    ...answers.parties.slice(0, templatePartyCount),
    ...newRoles.map((role) => blankParty('', role.identity)),
    ...answers.parties.slice(templatePartyCount),
  ]
  const parties = orderedParties.map((party, index) => ({ ...party, key: partyKey(index) }))
  const keys = new Map(
    orderedParties.flatMap(({ key }, index) => (key ? [[key, partyKey(index)] as const] : [])),
  )
  const newKeyOf = (oldKey: string) => keys.get(oldKey) ?? oldKey
  const newSignatoryKeys = newRoles.flatMap(({ signs }, index) =>
    signs ? [partyKey(templatePartyCount + index)] : [],
  )
  const { order: oldOrder, ...signatureSettings } = answers.signatureArea
  return {
    parties,
    key: newKeyOf,
    signatureArea: { order: [...oldOrder.map(newKeyOf), ...newSignatoryKeys], ...signatureSettings },
    notes: answers.parties.flatMap((party, index) =>
      notesOn(
        party,
        index,
        parties.findIndex((one) => one.key === newKeyOf(party.key)),
        { from: oldTemplate, to: newTemplate },
      ),
    ),
  }
}

const roleAt = ({ parties, moreParties }: Template, index: number): RoleTraits | undefined =>
  parties[index] ?? (moreParties && index < moreParties.upTo ? moreParties : undefined)

function notesOn(
  party: Party,
  oldIndex: number,
  newIndex: number,
  { from, to }: { from: Template; to: Template },
): AdoptionNote[] {
  const oldRole = roleAt(from, oldIndex)
  const newRole = roleAt(to, newIndex)
  const text = { zh: party.name || party.nameEn, en: party.nameEn || party.name }
  const note = { id: party.key, text, to: partyKey(newIndex) }
  const voteText = (side: Side) =>
    [party.vote && word(party.vote, 'Hans')[side], party.share && `${party.share}%`].filter(Boolean).join(' ')
  return [
    ...(oldRole && !newRole ? [{ kind: 'roleNone' as const, ...note }] : []),
    ...(oldRole && newRole && !sameRole(oldRole, newRole)
      ? [{ kind: 'roleOther' as const, ...note, now: newRole.role }]
      : []),
    ...(oldRole?.votes && !newRole?.votes && voteText('zh')
      ? [{ kind: 'voteGone' as const, ...note, text: { zh: voteText('zh'), en: voteText('en') } }]
      : []),
  ]
}

/**
 * Whether two roles are the same: one of their two names is equal (a correction in one language does not
 * make it another role) or is listed as a former name, and the kind of person still fits.
 */
function sameRole({ role: { zh, en }, identity }: RoleTraits, newRole: RoleTraits): boolean {
  const hasSameName = zh === newRole.role.zh || en === newRole.role.en
  const hasFormerName = formerIds(newRole).some((name) => name === zh || name === en)
  return (hasSameName || hasFormerName) && (newRole.identity === 'any' || newRole.identity === identity)
}
