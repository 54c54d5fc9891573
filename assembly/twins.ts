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

/** A name without case, width, spaces, brackets and punctuation, for comparing. */
export const foldedName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * The side for which a single text is not acceptable: Chinese on the English side, an English sentence on
 * the Chinese side. Figures, names and units (ISO 9001, Kestrel, 20 kg) are acceptable on both sides.
 */
export function sideWithout(text: string): Side | null {
  if (isChinese(text)) return 'en'
  const words = text.split(/[^\p{L}]+/u).filter((word) => /^\p{Ll}{3,}$/u.test(word))
  return words.length > 1 ? 'zh' : null
}

/** A text with two sides. For a single text, the side on which it is not acceptable is empty. */
export function asTwin(value: FieldValue | undefined): TextTwin {
  if (typeof value === 'object' && 'zh' in value) return value
  const text = typeof value === 'string' ? value : ''
  const without = sideWithout(text)
  return { zh: without === 'zh' ? '' : text, en: without === 'en' ? '' : text }
}

/**
 * The stale side after `side` of the text `before` was written: the other side, until it is written or
 * confirmed. Writing a side that was empty makes no side stale.
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

/** The printed texts of a party's attribute; a missing language is replaced by the other one. */
export function attributeSides(party: Party, attribute: TwinAttribute): Sides<string> {
  const zh = party[attribute] ?? ''
  const en = party[`${attribute}En`] ?? ''
  return { zh: zh.trim() ? zh : en, en: en.trim() ? en : zh }
}

export const isTwinAttribute = (attribute: string): attribute is TwinAttribute =>
  (twinAttributes as readonly string[]).includes(attribute)

/** The problem of a side that is missing. */
export const missingOn = (side: Side) =>
  ({ kind: 'required', problem: side === 'en' ? 'englishMissing' : 'chineseMissing' }) as const

/** The problem of a side that may be outdated. */
export const staleOn = (side: Side) =>
  ({ kind: 'stale', problem: side === 'en' ? 'englishStale' : 'chineseStale' }) as const
