import type { Side } from './answers.ts'
import type { Clause, Twin } from './template/template.ts'
import type { Run } from './tree.ts'

const END = {
  zh: /(?:；|;)?(?:以及|或者)?[；;。]?$/,
  en: /(?:[;,]?(?<!\s)\s+(?:and|or))?[;.]?$/,
}

const LAST = { zh: '。', en: '.' }
const NEXT = { zh: '；', en: ';' }
const JOIN = {
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
  if (!readsOn(clause)) return text
  const stop = (side: 'zh' | 'en') => {
    const join = joinOf(clause)
    if (place === 'last') return LAST[side]
    return place === 'before-last' && join ? JOIN[join][side] : NEXT[side]
  }
  const ended = (words: string, side: 'zh' | 'en') =>
    words.trim() ? words.replace(END[side], '') + stop(side) : words
  return {
    zh: ended(text.zh, 'zh'),
    en: ended(text.en, 'en'),
    ...(text.hant !== undefined && { hant: ended(text.hant, 'zh') }),
  }
}

/**
 * Whether the template writes the list as one sentence. False for a list that the creator wrote, because the
 * template has no items for it.
 */
function readsOn({ items = [] }: Clause): boolean {
  const written = items.filter(({ text }) => text.zh)
  return written.length > 0 && !written.slice(0, -1).some(({ text }) => /[。！？]$/.test(text.zh))
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
export function withStopOf(now: Run[], then: Run[], side: Side): Run[] {
  const last = now.at(-1)
  const old = then.at(-1)
  if (last?.kind !== 'text' || old?.kind !== 'text') return then
  const [stop = ''] = END[side].exec(last.text) ?? []
  return [...then.slice(0, -1), { ...old, text: old.text.replace(END[side], '') + stop }]
}
