import type { Side } from '../answers.ts'

/** The checks; each name is a locale key under `editor.agreement.`. */
export const checks = [
  'missing',
  'length',
  'blanks',
  'numbers',
  'sum',
  'date',
  'parties',
  'actor',
  'duty',
  'polarity',
  'opposite',
  'anchor',
  'condition',
  'place',
  'office',
  'scope',
  'exception',
  'writing',
  'atOnce',
  'consent',
  'limit',
  'references',
  'statutes',
  'reading',
  'forum',
  'law',
  'language',
  'termUndefined',
  'termGone',
  'termUnused',
  'termTwice',
] as const

export type Check = (typeof checks)[number]

/** different: the texts differ in meaning; probable: they most likely do; look: worth a look. */
export type Grade = 'different' | 'probable' | 'look'

/** A difference between two texts; `detail` quotes the words of each side; '—' for a side without any. */
export interface Finding {
  check: Check
  grade: Grade
  detail: Record<Side, string>
}

/** Joins the words of a finding on one side, without duplicates. */
export function listed(words: Iterable<string>, side: Side): string {
  return [...new Set(words)].join(side === 'zh' ? '、' : ', ') || '—'
}
