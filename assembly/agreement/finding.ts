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
  // The event from which a period runs, or its direction (before or after).
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

/**
 * How certain a difference is: `different`: the meanings differ; `probable`: they probably differ; `look`: a
 * person should look at it.
 */
export type Grade = 'different' | 'probable' | 'look'

/**
 * A difference between two texts; `detail` quotes the words of each side, or is '—' for a side without such
 * words.
 */
export interface Finding {
  check: Check
  grade: Grade
  detail: Record<Side, string>
}

/** The words of one side for the detail of a finding, joined without duplicates. */
export function listed(words: Iterable<string>, side: Side): string {
  return [...new Set(words)].join(side === 'zh' ? '、' : ', ') || '—'
}
