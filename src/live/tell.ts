import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'

/** The channel on which processes notify each other of server-sent events for open pages. */
export const CHANNEL = 'live'

/** One thing that happened, for the open streams of an audience. */
export interface LiveEvent {
  /**
   * Keys as streams are opened with: `account:<id>`, `conversation:<id>` of a visitor, `desk`; `library` is
   * the processes'.
   */
  audience: string[]
  /**
   * todo: look again at what waits, and whether the session still opens anything; chat: something is new;
   * typing: somebody writes; library: another template is in force.
   */
  kind: 'todo' | 'chat' | 'typing' | 'library'
  data: Record<string, string>
}

/** PostgreSQL takes less than 8000 bytes at once. */
const KEYS_AT_ONCE = 50

export const ofAccount = (id: string) => `account:${id}`
export const ofConversation = (id: string) => `conversation:${id}`

/**
 * Tells the audience's open streams, at every server process, when the caller's transaction is committed;
 * nobody hears of one that is rolled back. `data` holds ids and numbers, never texts.
 */
export async function notifyLive(
  trx: Db,
  audience: string[],
  kind: LiveEvent['kind'],
  data: LiveEvent['data'] = {},
): Promise<void> {
  for (let from = 0; from < audience.length; from += KEYS_AT_ONCE) {
    const event: LiveEvent = { audience: audience.slice(from, from + KEYS_AT_ONCE), kind, data }
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(trx)
  }
}
