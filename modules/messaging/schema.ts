import type { Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { PictureType } from './picture.ts'

export interface FeedbackTable {
  id: string
  /** Of whoever was logged in. */
  account_id: string | null
  question: string
  email: string
  locale: Locale
  /** What kind of picture came along; the file is in the store under the row's id. */
  attachment: PictureType | null
  created_at: Date
  state: Generated<FeedbackState>
  /** The member of staff who sees to it. */
  owner_id: string | null
}

export const FEEDBACK_STATES = ['open', 'answered', 'closed'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

/** What staff did about a feedback; the words stand under `messaging.desk.action` in the locales. */
export interface FeedbackActionTable {
  id: string
  feedback_id: string
  staff_id: string
  action: 'take' | 'release' | 'note' | 'answer' | 'close' | 'reopen'
  /** The note, the answer, or why it was closed. */
  words: string
  at: Date
}

export interface MessagingTables {
  'messaging.feedback': FeedbackTable
  'messaging.feedback_action': FeedbackActionTable
}
