import type { Party, Side, TwinAttribute } from './answers.ts'
import type { FieldValue, TextTwin } from './template/template.ts'
import type { Sides } from './tree.ts'

export const twinAttributes = [
  'name',
  'address',
  'legalRepresentative',
  'signerName',
  'signerTitle',
  'bank',
] as const satisfies TwinAttribute[]

export const opposite = (side: Side): Side => (side === 'zh' ? 'en' : 'zh')

export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/**
 * The side on which a text that is given once cannot stand: Chinese in the English, an English sentence in
 * the Chinese. Figures, names and units (ISO 9001, Kestrel, 20 kg) read the same on both.
 */
export function sideWithout(text: string): Side | null {
  if (isChinese(text)) return 'en'
  const words = text.split(/[^\p{L}]+/u).filter((word) => /^\p{Ll}{3,}$/u.test(word))
  return words.length > 1 ? 'zh' : null
}

/** A text by side; of one given once, the side on which it cannot stand is empty. */
export function asTwin(value: FieldValue | undefined): TextTwin {
  if (typeof value === 'object' && 'zh' in value) return value
  const text = typeof value === 'string' ? value : ''
  const without = sideWithout(text)
  return { zh: without === 'zh' ? '' : text, en: without === 'en' ? '' : text }
}

/**
 * The side that is stale once `side` was written over what stood `before`: the other one, until it is written
 * or confirmed. A side that was empty only catches up with the other.
 */
export function staleAfter(
  before: Sides<string>,
  stale: Side | undefined,
  side: Side,
  text: string,
): Side | undefined {
  if (text === before[side]) return stale
  if (stale === side) return undefined
  return stale || before[side].trim() ? opposite(side) : undefined
}

/** What a party's attribute prints: where one language is missing, the other. */
export function attributeSides(party: Party, attribute: TwinAttribute): Sides<string> {
  const zh = party[attribute] ?? ''
  const en = party[`${attribute}En`] ?? ''
  return { zh: zh.trim() ? zh : en, en: en.trim() ? en : zh }
}

export const isTwinAttribute = (attribute: string): attribute is TwinAttribute =>
  (twinAttributes as readonly string[]).includes(attribute)

/** What an open point says of a side that is not there, */
export const missingOn = (side: Side) =>
  ({ kind: 'required', problem: side === 'en' ? 'englishMissing' : 'chineseMissing' }) as const

/** and of one that may no longer say the same. */
export const staleOn = (side: Side) =>
  ({ kind: 'stale', problem: side === 'en' ? 'englishStale' : 'chineseStale' }) as const
