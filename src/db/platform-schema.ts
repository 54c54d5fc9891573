import type { ColumnType, Generated } from 'kysely'

export interface MailTable {
  id: string
  channel: 'email' | 'sms'
  recipient: string
  subject: string
  text: string
  html: string
  links: ColumnType<string[], string, string>
  code: string | null
  /** Where somebody who wants no more of these says so, by one click of their mail program. */
  leave_link?: string | null
  /** Does not wait for the older ones to the same mailbox. */
  overtakes: Generated<boolean>
  state: Generated<'waiting' | 'sent' | 'failed'>
  /** What the server said of a mailbox to which it will never deliver. */
  refusal: Generated<string | null>
  created_at: Date
  sent_at: Date | null
}

/** Which parts of the demo have been played into this database. */
export interface DemoTable {
  part: 'cast' | 'teams' | 'feedback' | 'contacts' | 'reviews' | 'documents' | 'consultations'
  played_at: Date
}

export interface SessionTable {
  id_hash: string
  /** By which a person ends it elsewhere; opens nothing. */
  id: Generated<string>
  account_id: string
  /** The browser's own words about itself, and the address it logged in from. */
  device: Generated<string>
  address: Generated<string>
  created_at: Date
  expires_at: Date
  /** Ended from elsewhere, and kept until it would have expired, so that its browser learns why. */
  ended_at: Date | null
}

export interface NonceTable {
  nonce: string
  expires_at: Date
}

/** What a page or a program reports of somebody's actions; never trusted, kept for support. */
export interface UserLogTable {
  id: string
  account_id: string | null
  service: string
  action: string
  result: 'yes' | 'no'
  remark: string
  created_at: Date
}

export type Damage = 'missing' | 'shorter' | 'changed'

/** What a file in the store is, and since when it is not that. */
export interface StoredFileTable {
  key: string
  /** Null of a file of before there was this table, until it is first looked at. */
  sha256: string | null
  bytes: number | null
  created_at: Date
  /** When the nightly check last found it right. */
  checked_at: Date | null
  damaged_at: Date | null
  damage: Damage | null
}

/** Tables of the platform itself; business tables belong to modules. */
export interface PlatformTables {
  'platform.mail': MailTable
  'platform.session': SessionTable
  'platform.demo': DemoTable
  'platform.nonce': NonceTable
  'platform.user_log': UserLogTable
  'platform.stored_file': StoredFileTable
}

declare module '#src/db/db.ts' {
  interface Database extends PlatformTables {}
}
