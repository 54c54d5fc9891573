import type { Answers, Party, Side, TwinAttribute } from '../answers.ts'
import { valueIn } from '../fields.ts'
import type { FieldValue, Template, TextTwin } from '../template/template.ts'
import { asTwin, opposite, sideWithout, staleAfter } from '../twins.ts'
import { clearField, fillField } from './fields.ts'
import { setParty } from './parties.ts'

/**
 * Writes one side of a text. `since`: the answers at the moment when the cursor entered this side. Only a
 * change of the primary text makes the other one stale.
 */
export function writeText(
  answers: Answers,
  template: Template,
  id: string,
  side: Side,
  text: string,
  since: Answers = answers,
): Answers {
  const twin = twinWith(answers, valueIn(answers, id), valueIn(since, id), side, text)
  return twin ? fillField(answers, template, id, twin) : clearField(answers, template, id)
}

/**
 * A text with one side replaced; undefined if both are empty. `valueBefore`: the text at the moment when the
 * cursor entered.
 */
export function twinWith(
  answers: Answers,
  value: FieldValue | undefined,
  valueBefore: FieldValue | undefined,
  side: Side,
  text: string,
): TextTwin | undefined {
  const { zh, en }: TextTwin = { ...asTwin(value), [side]: text }
  if (!zh && !en) return undefined
  const twinBefore = asTwin(valueBefore)
  const stale = secondary(answers, staleAfter(twinBefore, twinBefore.stale, side, text))
  return { zh, en, ...(stale && { stale }) }
}

const secondary = ({ languages }: Answers, side: Side | undefined) =>
  side === languages.primary ? undefined : side

/** Confirms that the stale side of a text corresponds to the other. */
export function confirmText(answers: Answers, template: Template, id: string): Answers {
  const { stale, zh, en } = asTwin(valueIn(answers, id))
  return stale ? fillField(answers, template, id, { zh, en }) : answers
}

/** Prints the same text on both sides: the single text, or the primary one of two. */
export function sameText(answers: Answers, template: Template, id: string): Answers {
  return fillField(answers, template, id, sameOnBothSides(answers, valueIn(answers, id)))
}

export function sameOnBothSides({ languages }: Answers, value: FieldValue | undefined): string | TextTwin {
  const { primary, bilingual } = languages
  const twin = asTwin(value)
  const text = typeof value === 'string' ? value : twin[primary] || twin[opposite(primary)]
  return bilingual && sideWithout(text) ? { zh: text, en: text } : text
}

/** Writes an attribute of a party in one language. The other language becomes stale, as for a text. */
export function writeAttribute(
  answers: Answers,
  template: Template,
  key: string,
  attribute: TwinAttribute,
  side: Side,
  text: string,
  since: Answers = answers,
): Answers {
  const partyBefore = since.parties.find((party) => party.key === key)
  const partyNow = answers.parties.find((party) => party.key === key)
  if (!partyBefore || !partyNow) return answers
  const texts = { zh: partyBefore[attribute] ?? '', en: partyBefore[`${attribute}En`] ?? '' }
  const stale = secondary(answers, staleAfter(texts, partyBefore.stale?.[attribute], side, text))
  const newValue = { [side === 'en' ? `${attribute}En` : attribute]: text }
  return setParty(answers, template, key, { ...newValue, stale: withStale(partyNow, attribute, stale) })
}

export function confirmAttribute(
  answers: Answers,
  template: Template,
  key: string,
  attribute: TwinAttribute,
): Answers {
  const party = answers.parties.find((one) => one.key === key)
  if (!party?.stale?.[attribute]) return answers
  return setParty(answers, template, key, { stale: withStale(party, attribute, undefined) })
}

/** Undefined if no side is stale, so that the property is omitted. */
function withStale(party: Party, attribute: TwinAttribute, side: Side | undefined): Party['stale'] {
  const { [attribute]: _, ...rest } = party.stale ?? {}
  const stale = side ? { ...rest, [attribute]: side } : rest
  return Object.keys(stale).length ? stale : undefined
}
