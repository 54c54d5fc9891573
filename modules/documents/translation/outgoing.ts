import type { PersonalDataKind } from '#assembly/template/template.ts'
import type { Document } from '../document.ts'
import { maskText, wordsSent } from './masked-text.ts'
import { particularsOf } from './particulars.ts'
import type { Unit } from './units.ts'

/** The texts that a translation of a document would send, and those that it would not. */
export interface Outgoing {
  /** The texts, exactly as they are sent. */
  sent: { key: string; words: string; open: boolean }[]
  /** The texts that hold persons: only the memory translates them. */
  held: (Unit & { holds: PersonalDataKind })[]
  /** The number of texts that the memory translates. */
  known: number
}

export const hasPersonalData = (unit: Unit): unit is Unit & { holds: PersonalDataKind } =>
  unit.holds !== undefined

/**
 * Lists the outgoing texts, without those that the memory translates (`known`, by unit). `run.ts` sends the
 * same texts while the document is unchanged.
 */
export function outgoingOf(
  { template, answers }: Document,
  units: Unit[],
  known: Map<string, string>,
): Outgoing {
  const { primary } = answers.languages
  const particulars = particularsOf(template, answers)
  const rest = units.filter(({ key }) => !known.has(key))
  const sent = rest
    .filter((unit) => !hasPersonalData(unit))
    .map(({ key, source, open }) => ({ key, open, words: wordsSent(maskText(source, particulars, primary)) }))
  return { sent, held: rest.filter(hasPersonalData), known: known.size }
}
