import type { PersonalDataKind } from '#assembly/template/template.ts'
import type { Document } from '../document.ts'
import { maskText, wordsSent } from './masked-text.ts'
import { particularsOf } from './particulars.ts'
import type { TranslationUnit } from './units.ts'

/** The texts that a translation of a document would send, and the texts that it would not. */
export interface Outgoing {
  /** The texts, literally as they are sent. */
  sent: { key: string; words: string; open: boolean }[]
  /** The texts with personal data, which only the memory translates. */
  unsentUnits: (TranslationUnit & { holds: PersonalDataKind })[]
  /** The number of texts that the memory translates. */
  known: number
}

export const hasPersonalData = (
  unit: TranslationUnit,
): unit is TranslationUnit & { holds: PersonalDataKind } => unit.holds !== undefined

/**
 * Lists the outgoing texts, without the texts that the memory translates (`knownTexts`, by unit). `run.ts`
 * sends the same texts if the document is unchanged.
 */
export function outgoingOf(
  { template, answers }: Document,
  units: TranslationUnit[],
  knownTexts: Map<string, string>,
): Outgoing {
  const { primary } = answers.languages
  const particulars = particularsOf(template, answers)
  const remainingUnits = units.filter(({ key }) => !knownTexts.has(key))
  const sentUnits = remainingUnits
    .filter((unit) => !hasPersonalData(unit))
    .map(({ key, source, open }) => ({ key, open, words: wordsSent(maskText(source, particulars, primary)) }))
  return { sent: sentUnits, unsentUnits: remainingUnits.filter(hasPersonalData), known: knownTexts.size }
}
