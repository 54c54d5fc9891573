import type { PrintedText, SourceRange } from './source.ts'

export interface Query {
  query: string
  matchCase: boolean
}

/** A match of the search. Without `part` at least some of its text is fixed, so it cannot be replaced. */
export interface Match {
  text: PrintedText
  from: number
  to: number
  part?: SourceRange
}

/** The maximum number of matches that are counted. */
export const MAX_MATCHES = 5_000

/** The search pattern, which matches character by character; null if the query is empty. */
export function patternOf({ query, matchCase }: Query): RegExp | null {
  if (!query) return null
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), matchCase ? 'gu' : 'giu')
}

export function findMatches(texts: PrintedText[], query: Query): Match[] {
  const pattern = patternOf(query)
  if (!pattern) return []
  const matches: Match[] = []
  for (const text of texts) {
    for (const { index: from, 0: words } of text.text.matchAll(pattern)) {
      const to = from + words.length
      matches.push({ text, from, to, part: text.parts.find((one) => one.from <= from && to <= one.to) })
      if (matches.length === MAX_MATCHES) return matches
    }
  }
  return matches
}
