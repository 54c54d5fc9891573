import { OUTBOX } from '#views/scripts/logout-script.ts'
import type { Keep, Sending } from './outbox.ts'

/**
 * In this tab, under the account and the conversation, until it arrives or somebody logs out. A file cannot be kept:
 * whoever leaves while one is on its way is asked first.
 */
export function keptFor(account: string, conversation: string): Keep {
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
