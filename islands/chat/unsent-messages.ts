import { OUTBOX } from '#views/scripts/logout-script.ts'
import type { Keep, Sending } from './outbox.ts'

/**
 * In this tab, under the account and the conversation, until it arrives or somebody logs out. A file cannot
 * be kept: leaving while one is being sent asks for confirmation.
 */
export function unsentMessagesOf(account: string, conversation: string): Keep {
  const own = `${OUTBOX}${account} `
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(OUTBOX) && !key.startsWith(own)) sessionStorage.removeItem(key)
  const key = own + conversation
  return {
    read: () => readList(sessionStorage.getItem(key)),
    write: (list) => {
      const left = list.filter(({ state, file }) => state !== 'sent' && !file)
      if (left.length) sessionStorage.setItem(key, JSON.stringify(left))
      else sessionStorage.removeItem(key)
    },
  }
}

/** What is being written there and not sent yet, kept in the same way. */
export function draftFor(account: string, conversation: string) {
  const key = `${OUTBOX}${account} ${conversation} draft`
  return {
    read: () => sessionStorage.getItem(key) ?? '',
    write: (words: string) => {
      if (words) sessionStorage.setItem(key, words)
      else sessionStorage.removeItem(key)
    },
  }
}

/**
 * What was kept, and after it what the field has besides: a ready answer, or what was typed before the page
 * had begun.
 */
export const wordsToBegin = (kept: string, field: string) =>
  kept.includes(field) ? kept : [kept, field].filter(Boolean).join('\n')

/**
 * The address without its ready answer: once changed in the field, the answer would appear again beside
 * itself.
 */
export function withoutReadyAnswer(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('canned')
  return url.href
}

/** What was on its way when the page was left may not have arrived. */
function readList(text: string | null): Sending[] {
  try {
    const list: Sending[] = JSON.parse(text ?? '[]')
    return list.map((one) => ({
      ...one,
      state: one.state === 'refused' ? 'refused' : 'waiting',
      progress: 0,
    }))
  } catch {
    return []
  }
}

export const isLostByLeaving = ({ state, file }: Sending) =>
  file !== null && (state === 'waiting' || state === 'sending')
