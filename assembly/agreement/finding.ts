import type { Side } from '../answers.ts'

/** What is compared; a locale key under `editor.agreement.` */
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
  'exception',
  'writing',
  'atOnce',
  'consent',
  'limit',
  'references',
  'statutes',
  'forum',
  'law',
  'language',
  'termUndefined',
  'termGone',
  'termUnused',
  'termTwice',
] as const

export type Check = (typeof checks)[number]

/** different: the texts say something else; probable: most likely so; look: worth a look. */
export type Grade = 'different' | 'probable' | 'look'

/**
 * What two texts do not agree in; `detail`: the words on either side that it is about, — where there are
 * none.
 */
export interface Finding {
  check: Check
  grade: Grade
  detail: Record<Side, string>
}

/** The words of a finding on one side: each once. */
export function listed(words: Iterable<string>, side: Side): string {
  return [...new Set(words)].join(side === 'zh' ? '、' : ', ') || '—'
}
