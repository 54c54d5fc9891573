import { diffArrays } from 'diff'
import type { Side } from '../answers.ts'
import { runsText } from '../plain.ts'
import type { Run } from '../tree.ts'

/**
 * A part of a compared text. All parts except the added ones are the old text, all parts except the dropped
 * ones the new text.
 */
export interface ComparedWords {
  text: string
  change?: 'added' | 'dropped'
}

/** A word and the key that compares it with others. */
export interface Token {
  text: string
  key: string
  /** The index of its run. */
  run: number
}

/** Above this number of edits the whole text counts as replaced. */
const maxEdits = 600

const segmenters = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  en: new Intl.Segmenter('en', { granularity: 'word' }),
}

/** Splits a text into words. A reference is one word, compared by its target: a new number is no change. */
export function tokensOf(runs: Run[], side: Side): Token[] {
  return runs.flatMap(({ kind, text, target }, run) => {
    if (kind === 'ref') return [{ text, key: `\0${target}`, run }]
    return [...segmenters[side].segment(text)].map(({ segment }) => ({ text: segment, key: segment, run }))
  })
}

type AlignedTokens = ComparedWords & { tokens: Token[] }

/** Compares word by word. Unchanged parts have the tokens of `after`. */
export function alignTokens(before: Token[], after: Token[]): AlignedTokens[] {
  const parts = diffArrays(before, after, { comparator: (a, b) => a.key === b.key, maxEditLength: maxEdits })
  if (!parts) return [part(before, 'dropped'), part(after, 'added')].filter(({ tokens }) => tokens.length)
  return parts.map(({ value, added, removed }) =>
    part(value, removed ? 'dropped' : added ? 'added' : undefined),
  )
}

const part = (tokens: Token[], change?: ComparedWords['change']): AlignedTokens => ({
  text: tokens.map(({ text }) => text).join(''),
  tokens,
  ...(change && { change }),
})

const keyOfRuns = (runs: Run[]) =>
  runs.map(({ kind, text, target }) => (kind === 'ref' ? `\0${target}\0` : text)).join('')

/** Whether two texts are equal apart from the numbers of their references. */
export const sameWords = (before: Run[], after: Run[]): boolean => keyOfRuns(before) === keyOfRuns(after)

/** Compares one side of a text word by word. */
export function compareWords(before: Run[], after: Run[], side: Side): ComparedWords[] {
  const text = runsText(after)
  if (sameWords(before, after)) return text ? [{ text }] : []
  return mergeChanges(alignTokens(tokensOf(before, side), tokensOf(after, side)))
}

/**
 * Whether the text between two changes is too short to show separately, such as a full stop or one
 * character.
 */
const isTooShort = ({ text, change }: ComparedWords) => !change && [...text.trim()].length < 2

/** Merges adjacent changes: deletions first, then additions. */
function mergeChanges(parts: AlignedTokens[]): ComparedWords[] {
  const merged: ComparedWords[] = []
  let dropped = ''
  let added = ''
  const flush = () => {
    if (dropped) merged.push({ text: dropped, change: 'dropped' })
    if (added) merged.push({ text: added, change: 'added' })
    dropped = added = ''
  }
  for (const [index, part] of parts.entries()) {
    const isBetweenChanges = Boolean(parts[index - 1]?.change && parts[index + 1]?.change)
    if (part.change === 'dropped') dropped += part.text
    else if (part.change === 'added') added += part.text
    else if (isBetweenChanges && isTooShort(part) && dropped && added) {
      dropped += part.text
      added += part.text
    } else {
      flush()
      merged.push({ text: part.text })
    }
  }
  flush()
  return merged
}
