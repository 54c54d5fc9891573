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
  key(old: string): string
}

const MAX_PARTIES = 10

/**
 * Carries parties over with all their data. The template's parties keep their place; new roles follow,
 * before the parties that the creator added. No party is dropped, even when the new version has fewer roles.
 */
export function carryParties(from: Template, to: Template, answers: Answers): CarriedParties {
  const listed = Math.min(from.parties.length, answers.parties.length)
  const room = MAX_PARTIES - answers.parties.length
  const fresh = to.parties.slice(listed, listed + Math.max(0, Math.min(to.parties.length - listed, room)))
  const order = [
    ...answers.parties.slice(0, listed),
    ...fresh.map((role) => blankParty('', role.identity)),
    ...answers.parties.slice(listed),
  ]
  const parties = order.map((party, index) => ({ ...party, key: partyKey(index) }))
  const keys = new Map(order.flatMap(({ key }, index) => (key ? [[key, partyKey(index)] as const] : [])))
  const key = (old: string) => keys.get(old) ?? old
  const signing = fresh.flatMap(({ signs }, index) => (signs ? [partyKey(listed + index)] : []))
  const { order: signed, ...area } = answers.signatureArea
  return {
    parties,
    key,
    signatureArea: { order: [...signed.map(key), ...signing], ...area },
    notes: answers.parties.flatMap((party, index) =>
      notesOn(
        party,
        index,
        parties.findIndex((one) => one.key === key(party.key)),
        { from, to },
      ),
    ),
  }
}

const roleAt = ({ parties, moreParties }: Template, index: number): RoleTraits | undefined =>
  parties[index] ?? (moreParties && index < moreParties.upTo ? moreParties : undefined)

function notesOn(
  party: Party,
  before: number,
  now: number,
  { from, to }: { from: Template; to: Template },
): AdoptionNote[] {
  const was = roleAt(from, before)
  const is = roleAt(to, now)
  const text = { zh: party.name || party.nameEn, en: party.nameEn || party.name }
  const note = { id: party.key, text, to: partyKey(now) }
  const vote = (side: Side) =>
    [party.vote && word(party.vote, 'Hans')[side], party.share && `${party.share}%`].filter(Boolean).join(' ')
  return [
    ...(was && !is ? [{ kind: 'roleNone' as const, ...note }] : []),
    ...(was && is && !sameRole(was, is) ? [{ kind: 'roleOther' as const, ...note, now: is.role }] : []),
    ...(was?.votes && !is?.votes && vote('zh')
      ? [{ kind: 'voteGone' as const, ...note, text: { zh: vote('zh'), en: vote('en') } }]
      : []),
  ]
}

/**
 * Whether two roles are the same: one of their two names is equal (a correction in one language does not
 * make it another role) or is listed as a former name, and the kind of person still fits.
 */
function sameRole({ role: { zh, en }, identity }: RoleTraits, is: RoleTraits): boolean {
  const isCalled = zh === is.role.zh || en === is.role.en
  const wasCalled = formerIds(is).some((name) => name === zh || name === en)
  return (isCalled || wasCalled) && (is.identity === 'any' || is.identity === identity)
}
