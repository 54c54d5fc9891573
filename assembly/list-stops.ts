import type { Side } from './answers.ts'
import type { Clause, Twin } from './template/template.ts'
import type { Run } from './tree.ts'

const ITEM_END = {
  zh: /(?:；|;)?(?:以及|或者)?[；;。]?$/,
  en: /(?:[;,]?(?<!\s)\s+(?:and|or))?[;.]?$/,
}

const LAST_STOP = { zh: '。', en: '.' }
const ITEM_STOP = { zh: '；', en: ';' }
const JOINING_WORD = {
  and: { zh: '；以及', en: '; and' },
  or: { zh: '；或者', en: '; or' },
}

/**
 * The position of an item in a list that reads as one sentence; it determines the punctuation after the
 * item.
 */
export type ItemPlace = 'last' | 'before-last' | 'other'

/**
 * Adds the punctuation for an item's position: ； between items, 。 after the last, and the joining word
 * before the last. A list of complete sentences keeps its punctuation.
 */
export function withStop(text: Twin, clause: Clause, place: ItemPlace): Twin {
  if (!isOneSentence(clause)) return text
  const stop = (side: 'zh' | 'en') => {
    const join = joinOf(clause)
    if (place === 'last') return LAST_STOP[side]
    return place === 'before-last' && join ? JOINING_WORD[join][side] : ITEM_STOP[side]
  }
  const withEnd = (words: string, side: 'zh' | 'en') =>
    words.trim() ? words.replace(ITEM_END[side], '') + stop(side) : words
  return {
    zh: withEnd(text.zh, 'zh'),
    en: withEnd(text.en, 'en'),
    ...(text.hant !== undefined && { hant: withEnd(text.hant, 'zh') }),
  }
}

/**
 * Whether the template writes the list as one sentence. False for a list that the creator wrote, because the
 * template has no items for it.
 */
function isOneSentence({ items = [] }: Clause): boolean {
  const writtenItems = items.filter(({ text }) => text.zh)
  return writtenItems.length > 0 && !writtenItems.slice(0, -1).some(({ text }) => /[。！？]$/.test(text.zh))
}

function joinOf({ join, items = [] }: Clause): Clause['join'] {
  if (join) return join
  if (items.some(({ text }) => /以及[；;]?$/.test(text.zh))) return 'and'
  return items.some(({ text }) => /或者[；;]?$/.test(text.zh)) ? 'or' : undefined
}

/**
 * The old text of an item with the punctuation of the new one, because punctuation follows from the
 * position, as the number does.
 */
export function withStopOf(newRuns: Run[], oldRuns: Run[], side: Side): Run[] {
  const newLast = newRuns.at(-1)
  const oldLast = oldRuns.at(-1)
  if (newLast?.kind !== 'text' || oldLast?.kind !== 'text') return oldRuns
  const [stop = ''] = ITEM_END[side].exec(newLast.text) ?? []
  return [...oldRuns.slice(0, -1), { ...oldLast, text: oldLast.text.replace(ITEM_END[side], '') + stop }]
}
