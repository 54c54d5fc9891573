import type { Party } from './answers.ts'
import type { PartyAttribute } from './marks.ts'
import { type AmountSource, amountOf } from './rules/amounts.ts'
import { areAscending } from './rules/column-days.ts'
import type { Reason } from './rules/leaves.ts'
import { namesAgree } from './rules/names.ts'
import type { Amount, Condition, FieldValue } from './template/template.ts'
import { asTwin, foldedName, isTwinAttribute } from './twins.ts'

/** The facts that a condition may refer to. */
export interface Facts extends AmountSource {
  isKept(id: string): boolean
  isChosen(clause: string, alternative: string): boolean
}

/** Whether a condition holds. A boolean without an answer counts as false. */
export function holds(condition: Condition | undefined, facts: Facts): boolean {
  if (!condition) return true
  if ('field' in condition) {
    const value = facts.value(condition.field)
    return condition.is === false ? value === undefined || value === false : value === condition.is
  }
  if ('filled' in condition) return facts.value(condition.filled) !== undefined
  if ('kept' in condition) return facts.isKept(condition.kept)
  if ('chosen' in condition) return facts.isChosen(condition.chosen, condition.alternative)
  if ('parties' in condition) return facts.people.length >= condition.parties.atLeast
  if ('less' in condition) return compareAmounts(condition.less, facts, (one, other) => one < other)
  if ('atMost' in condition) return compareAmounts(condition.atMost, facts, (one, other) => one <= other)
  if ('equal' in condition) return compareAmounts(condition.equal, facts, (one, other) => one === other)
  if ('currency' in condition) return currencyOf(condition.currency, facts) === condition.is
  if ('sameCurrency' in condition) {
    const [one, other] = condition.sameCurrency.map((field) => currencyOf(field, facts))
    return one !== undefined && one === other
  }
  if ('named' in condition) return namesVoter(facts.value(condition.named), facts.voters)
  if ('ascending' in condition) return areAscending(condition.ascending, facts.value)
  if ('in' in condition) return namesAgree(condition, facts.value)
  if ('party' in condition) return partyHolds(condition, facts)
  if ('all' in condition) return condition.all.every((one) => holds(one, facts))
  if ('any' in condition) return condition.any.some((one) => holds(one, facts))
  return !holds(condition.not, facts)
}

function compareAmounts(
  [one, other]: [Amount, Amount],
  facts: Facts,
  isFulfilled: (one: number, other: number) => boolean,
) {
  const left = amountOf(one, facts)
  const right = amountOf(other, facts)
  return left !== undefined && right !== undefined && isFulfilled(left, right)
}

function currencyOf(field: string, facts: Facts): string | undefined {
  const value = facts.value(field)
  return typeof value === 'object' && 'currency' in value ? value.currency : undefined
}

function partyHolds(
  { party, is, from, has }: Extract<Condition, { party: string }>,
  { people, currentParty }: Facts,
): boolean {
  const matches = (one: Party) =>
    (!is || one.identity === is) &&
    (!from || placeOf(one) === from) &&
    (!has || has.some((attribute) => isFilledIn(one, attribute)))
  if (party === 'every') return people.every(matches)
  return people.some(
    (one) => (party === 'any' || (party === 'it' ? one === currentParty : one.key === party)) && matches(one),
  )
}

/** Whether a text names one of the voters, in either language. */
function namesVoter(value: FieldValue | undefined, voters: Party[]): boolean {
  const texts = Object.values(asTwin(value)).map(foldedName)
  return voters
    .filter(({ vote }) => vote !== 'absent')
    .flatMap(({ name, nameEn }) => [foldedName(name), foldedName(nameEn)])
    .some((name) => name !== '' && texts.some((text) => text.includes(name)))
}

/** A party's domicile; the mainland when it is not stated. */
export const placeOf = ({ place }: Party) => place ?? 'mainland'

/** Whether a party's attribute is filled in, in either language. */
export function isFilledIn(party: Party, attribute: PartyAttribute): boolean {
  const value = attribute === 'role' ? (party.role?.zh ?? '') : (party[attribute] ?? '')
  const english = isTwinAttribute(attribute) ? (party[`${attribute}En`] ?? '') : ''
  return Boolean(value.trim() || english.trim())
}

/**
 * The fields that decide the condition with the current answers. `all` and `any` stop at the first part that
 * decides.
 */
export function decidingFields(condition: Condition | undefined, facts: Facts): string[] {
  if (!condition) return []
  const evaluated: string[] = []
  holds(condition, {
    ...facts,
    value(field) {
      evaluated.push(field)
      return facts.value(field)
    },
    total(column) {
      evaluated.push(column.split('.')[0]!)
      return facts.total(column)
    },
  })
  return evaluated
}

/** The leaves that decide a condition: if one of them changes, the outcome changes. */
export function decidingLeaves(condition: Condition, facts: Facts): Reason[] {
  if ('not' in condition) return decidingLeaves(condition.not, facts)
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any
    const outcome = holds(condition, facts)
    const deciding = parts.filter((part) => holds(part, facts) === outcome)
    return deciding.flatMap((part) => decidingLeaves(part, facts))
  }
  return [{ fact: condition, holds: holds(condition, facts) }]
}
