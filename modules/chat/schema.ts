import type { Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { PictureType } from '#src/files/pictures/picture.ts'

export const CONVERSATION_STATES = ['waiting', 'answered', 'closed'] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]

export interface ConversationTable {
  id: string
  /** Null for a visitor's, who is known by an address. */
  account_id: string | null
  visitor_name: Generated<string | null>
  visitor_email: Generated<string | null>
  /** In which it was last written to us. */
  locale: Locale
  state: ConversationState
  /** Of the first message that no answer followed. */
  waiting_since: Date | null
  /** The member of staff who sees to it. */
  owner_id: string | null
  last_seq: Generated<number>
  /** Up to where the account has seen it. */
  read_seq: Generated<number>
  /** Up to where one of us has. */
  seen_seq: Generated<number>
  /** The last answer that was mailed, since it was not read. */
  mailed_seq: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface MessageTable {
  conversation_id: string
  /** Counts within the conversation, from 1 and without gaps. */
  seq: number
  /** Chosen by the sender, so that a message sent twice is stored once. */
  key: string
  /** All but `text` is the staff's log, seen by staff alone. */
  kind: 'text' | 'take' | 'release' | 'close'
  /** Who of us; null for the account's own. */
  staff_id: string | null
  words: string
  /** The customer's, when it was written. */
  locale: Locale
  at: Date
  /** Of the file that came with it, if any; its bytes are in the file store. */
  file_type: Generated<PictureType | 'pdf' | null>
  file_name: Generated<string | null>
  /** bytes */
  file_size: Generated<number | null>
}

/** What opens a visitor's conversation. */
export interface VisitorTokenTable {
  /** SHA-256 */
  token_hash: string
  conversation_id: string
  kind: 'cookie' | 'link'
  expires_at: Date
}

export interface PresenceTable {
  staff_id: string
  seen_at: Date
}

export interface ChatTables {
  'chat.conversation': ConversationTable
  'chat.message': MessageTable
  'chat.presence': PresenceTable
  'chat.visitor_token': VisitorTokenTable
}

declare module '#src/db/db.ts' {
  interface Database extends ChatTables {}
}
