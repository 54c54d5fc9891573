import { OUTBOX } from '#views/scripts/words/stored-keys.ts'
import type { OutboxMessage, OutboxStore } from './outbox.ts'

/**
 * Stores unsent messages in this tab, by account and conversation, until they arrive or the user logs out. A
 * file cannot be stored, so leaving the page while a file is being sent asks for confirmation.
 */
export function unsentMessageStore(account: string, conversation: string): OutboxStore {
  const prefix = `${OUTBOX}${account} `
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(OUTBOX) && !key.startsWith(prefix)) sessionStorage.removeItem(key)
  const key = prefix + conversation
  return {
    read: () => readList(sessionStorage.getItem(key)),
    write: (list) => {
      const unsent = list.filter(({ state, file }) => state !== 'sent' && !file)
      if (unsent.length) sessionStorage.setItem(key, JSON.stringify(unsent))
      else sessionStorage.removeItem(key)
    },
  }
}

/** Stores the text that is being written and has not been sent. */
export function draftStore(account: string, conversation: string) {
  const key = `${OUTBOX}${account} ${conversation} draft`
  return {
    read: () => sessionStorage.getItem(key) ?? '',
    write: (words: string) => {
      if (words) sessionStorage.setItem(key, words)
      else sessionStorage.removeItem(key)
    },
  }
}

/** The initial text of the field: the stored draft, followed by what was typed before the island started. */
export const initialText = (draft: string, field: string) =>
  draft.includes(field) ? draft : [draft, field].filter(Boolean).join('\n')

/**
 * A message whose sending was interrupted when the page was left may not have arrived, so it waits again.
 */
function readList(text: string | null): OutboxMessage[] {
  try {
    const list: OutboxMessage[] = JSON.parse(text ?? '[]')
    return list.map((one) => ({
      ...one,
      state: one.state === 'refused' ? 'refused' : 'waiting',
      progress: 0,
      fault: undefined,
    }))
  } catch {
    return []
  }
}

export const isLostByLeaving = ({ state, file }: OutboxMessage) =>
  file !== null && (state === 'waiting' || state === 'sending')
