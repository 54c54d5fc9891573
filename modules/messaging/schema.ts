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
}

export interface MessagingTables {
  'messaging.feedback': FeedbackTable
}
