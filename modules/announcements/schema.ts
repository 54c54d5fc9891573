import type { ColumnType, Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { Audience } from '#src/core/viewer.ts'

/** The kinds of announcement that staff can make; agreements are announced automatically. */
export const DESK_KINDS = ['maintenance', 'feature', 'end-of-service'] as const
export const KINDS = [...DESK_KINDS, 'agreement'] as const
export type Kind = (typeof KINDS)[number]

/** `sending`: the accounts get their mails and messages, batch by batch. */
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
  /**
   * For a new agreement, its type and version, e.g. `SERVICE_AGREEMENT 1.5`. Each version is announced once.
   */
  agreement: string | null
  by_mail: boolean
  by_message: boolean
  /**
   * The time from which the announcement is sent and shown on pages; null in a draft that starts when it is
   * scheduled.
   */
  starts_at: Date | null
  /** The time until which pages show the announcement. */
  ends_at: Date
  /** The time of the maintenance or of the end of the service; null for other kinds. */
  event_from: Date | null
  event_until: Date | null
  state: State
  version: Generated<number>
  /**
   * The member of staff who last edited the texts, and the one who scheduled them; null for automatic
   * announcements.
   */
  edited_by: string | null
  scheduled_by: string | null
  /** The last account that was sent the announcement; the order is that of account ids. */
  reached_until: string | null
  reached: Generated<number>
  /** The number of accounts to be reached, counted when the sending began. */
  recipients: number | null
  mails: Generated<number>
  created_at: Date
  /** The time by which a draft should be scheduled; null for automatic announcements. */
  due_at: Date | null
  sent_at: Date | null
}

/** An action of staff, or an automatic one; the labels are under `announcements.action` in the locales. */
export interface ActionTable {
  id: string
  announcement_id: string
  staff_id: string | null
  action: Action
  at: Date
}

export type Action = 'add' | 'edit' | 'schedule' | 'withdraw' | 'begin' | 'finish'

/**
 * An announcement that an account no longer sees on pages, because its user closed it or accepted the
 * agreement.
 */
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
