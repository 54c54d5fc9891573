import type { ColumnType, Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { Audience } from '#src/core/viewer.ts'

/** What staff can announce; agreements are announced by the clock. */
export const DESK_KINDS = ['maintenance', 'feature', 'end-of-service'] as const
export const KINDS = [...DESK_KINDS, 'agreement'] as const
export type Kind = (typeof KINDS)[number]

/** Sending: the accounts get their mails and messages, batch by batch. */
export const STATES = ['draft', 'scheduled', 'sending', 'sent', 'withdrawn'] as const
export type State = (typeof STATES)[number]

/** Plain text; paragraphs are separated by blank lines. */
export interface AnnouncementText {
  title: string
  text: string
}

export type AnnouncementTexts = Record<Locale, AnnouncementText>

export interface AnnouncementTable {
  id: string
  kind: Kind
  audience: Audience
  texts: ColumnType<AnnouncementTexts, string, string>
  /** Of a new agreement: its type and version, `SERVICE_AGREEMENT 1.5`. Each is announced once. */
  agreement: string | null
  by_mail: boolean
  by_message: boolean
  /** From then on it is sent and shown on pages; null in a draft: as soon as it is scheduled. */
  starts_at: Date | null
  /** Until then it is shown on pages. */
  ends_at: Date
  /** Of maintenance, and of the end of the service: when that happens. */
  event_from: Date | null
  event_until: Date | null
  state: State
  version: Generated<number>
  /** The member of staff who wrote the present texts, and the one who scheduled them; null: the clock. */
  edited_by: string | null
  scheduled_by: string | null
  /** The last account that got it: accounts get it in the order of their ids. */
  reached_until: string | null
  reached: Generated<number>
  /** The number of accounts that were to get it when the sending began. */
  recipients: number | null
  mails: Generated<number>
  created_at: Date
  /** By when a draft should be scheduled; null for the clock's announcements. */
  due_at: Date | null
  sent_at: Date | null
}

/** An action of staff, or of the clock; the labels are under `announcements.action` in the locales. */
export interface ActionTable {
  id: string
  announcement_id: string
  staff_id: string | null
  action: Action
  at: Date
}

export type Action = 'add' | 'edit' | 'schedule' | 'withdraw' | 'begin' | 'finish'

/** A person need not see this announcement on pages any more: they closed it, or accepted the agreement. */
export interface DismissalTable {
  account_id: string
  announcement_id: string
  at: Date
}

export interface AnnouncementsTables {
  'announcements.announcement': AnnouncementTable
  'announcements.action': ActionTable
  'announcements.dismissal': DismissalTable
}

declare module '#src/db/db.ts' {
  interface Database extends AnnouncementsTables {}
}
