import type { Answers, Side } from '../answers.ts'
import { machineMark, twinAt } from '../open-points/machine-points.ts'
import { type Finding, listed } from './finding.ts'

/** The maximum length of a quotation, in characters. */
export const maxQuoteLength = 200

/**
 * The doubts of the second reading by a language model about the texts with a key such as `clause:payment`;
 * none if one of the two texts was edited since. A doubt has the grade `look` and never blocks finalising.
 */
export function doubtsAt(key: string, answers: Answers): Finding[] {
  const doubt = answers.doubted?.[key]
  const text = doubt && twinAt(key, answers)
  if (!text || machineMark(text) !== doubt.of) return []
  const quotation = (side: Side) => listed(doubt[side] ? [doubt[side]] : [], side)
  return [{ check: 'reading', grade: 'look', detail: { zh: quotation('zh'), en: quotation('en') } }]
}
