import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'

/** The channel on which processes notify each other of server-sent events for open pages. */
export const CHANNEL = 'live'

/** One event for the open streams of an audience. */
export interface LiveEvent {
  /**
   * The keys of streams: `account:<id>`, `conversation:<id>` of a visitor, `desk`. The keys `library`,
   * `announcements` and `hours` are for the processes themselves.
   */
  audience: string[]
  /**
   * todo: query the waiting items and the session again; chat: there is a new message; typing: the other
   * person is typing; library: a template was published; announcements: an announcement was scheduled or
   * withdrawn; hours: the hours of the online service were changed.
   */
  kind: 'todo' | 'chat' | 'typing' | 'library' | 'announcements' | 'hours'
  data: Record<string, string>
}

/** PostgreSQL accepts less than 8000 bytes per notification. */
const KEYS_PER_EVENT = 50

export const ofAccount = (id: string) => `account:${id}`
export const ofConversation = (id: string) => `conversation:${id}`

/**
 * Notifies the audience's open streams, in every server process, when the caller's transaction is committed.
 * `data` contains ids and numbers, never texts.
 */
export async function notifyLive(
  trx: Db,
  audience: string[],
  kind: LiveEvent['kind'],
  data: LiveEvent['data'] = {},
): Promise<void> {
  for (let start = 0; start < audience.length; start += KEYS_PER_EVENT) {
    const event: LiveEvent = { audience: audience.slice(start, start + KEYS_PER_EVENT), kind, data }
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(trx)
  }
}
