import type { Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { PictureType } from '#src/files/pictures/picture.ts'

export const CONVERSATION_STATES = ['waiting', 'answered', 'closed'] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]

export interface ConversationTable {
  id: string
  /** The customer's account; null for a visitor's conversation, which has a mail address instead. */
  account_id: string | null
  visitor_name: Generated<string | null>
  visitor_email: Generated<string | null>
  /** Language of the customer's last message. */
  locale: Locale
  state: ConversationState
  /** The time of the first unanswered message. */
  waiting_since: Date | null
  /** The end of the last day for our answer; null unless the conversation waits for one. */
  due_at: Date | null
  /** The member of staff who handles the conversation. */
  owner_id: string | null
  /** A colleague's note on handing the conversation to the owner. */
  owner_note: Generated<string | null>
  last_seq: Generated<number>
  /** Number of the last message that the customer has seen. */
  read_seq: Generated<number>
  /** Number of the last message that staff has seen. */
  seen_seq: Generated<number>
  /** Number of the last answer that was mailed because it was unread. */
  mailed_seq: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface MessageTable {
  conversation_id: string
  /** The number of the message, counted within the conversation from 1 and without gaps. */
  seq: number
  /** The sender's idempotency key, by which a message sent twice is stored once. */
  key: string
  /** All kinds except `text` are log entries that only staff see. */
  kind: 'text' | 'take' | 'release' | 'handOver' | 'close'
  /** The member of staff who wrote it; null for the customer. */
  staff_id: string | null
  words: string
  /** The customer's language at that time. */
  locale: Locale
  at: Date
  /** Type of the attached file, if any; its bytes are in the file store. */
  file_type: Generated<PictureType | 'pdf' | null>
  file_name: Generated<string | null>
  /** The size of the file, in bytes. */
  file_size: Generated<number | null>
}

/** A token that opens a visitor's conversation. */
export interface VisitorTokenTable {
  /** The SHA-256 of the token. */
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
