import type { ColumnType, Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { PictureType } from '#src/files/pictures/picture.ts'

export interface FeedbackTable {
  id: string
  /** The account that was logged in. */
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

/** What staff did about a feedback; the words are under `messaging.desk.action` in the locales. */
export interface FeedbackActionTable {
  id: string
  feedback_id: string
  staff_id: string
  action: 'take' | 'release' | 'note' | 'answer' | 'close' | 'reopen'
  /** The note, the answer, or why it was closed. */
  words: string
  at: Date
}

export const TASK_TYPES = ['review', 'sign', 'return'] as const
export type TaskType = (typeof TASK_TYPES)[number]

/** Pending, done and expired, as the pages call them. */
export const TASK_STATES = ['todo', 'done', 'invalid'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** Something that waits for one account; opened and closed by what other modules announce. */
export interface TaskTable {
  id: string
  account_id: string
  type: TaskType
  /** What it is about: for a signature the signatory. */
  subject_id: string
  document_id: string
  document_name: string
  document_number: string
  /** Who asks. */
  creator: string
  state: TaskState
  started_at: Date
  due_at: Date | null
  finished_at: Date | null
  /** How many reminders its account has had. */
  reminders: Generated<number>
}

/** The words of each are under `messaging.message` in the locales. */
export const MESSAGE_KINDS = [
  'reviewAsked',
  'reviewDueSoon',
  'reviewAccepted',
  'reviewApproved',
  'reviewReturned',
  'reviewLapsed',
  'signAsked',
  'signDueSoon',
  'signed',
  'signingCompleted',
  'signingDeclined',
  'signingExpired',
  'signingStopped',
  'signingHeldUp',
  'feedbackAnswered',
  'memberJoined',
  'planOpened',
  'planEnds',
  'planEndsSoon',
  'planEnded',
  'orderPlaced',
  'orderPaid',
  'orderClosed',
  'orderExpired',
  'orderReversed',
  'paymentUnsettled',
  'paymentRefunded',
  'invoiceIssued',
  'invoiceRefused',
  'invoiceReversed',
  'chatAnswered',
  'consultationExamined',
  'consultationAnswered',
  'consultationOffered',
  'consultationDelivered',
  'consultationClosed',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** A notification for one account, worded in the language of its reader. */
export interface MessageTable {
  id: string
  account_id: string
  kind: MessageKind
  /** Fill the blanks of its words. */
  facts: ColumnType<Record<string, string>, string, never>
  /** Where it leads, on this site. */
  path: string | null
  document_id: string | null
  created_at: Date
  read_at: Date | null
  /** Waits for the letter of the day, or has been in it; null: is not for it. */
  in_digest: 'waiting' | 'sent' | null
}

/** Whose letter of which day, yyyy-MM-dd in Shanghai, has gone out. */
export interface DigestTable {
  account_id: string
  day: ColumnType<Date, string, never>
}

export interface FaqText {
  question: string
  answer: string
}

type Json<T> = ColumnType<T, string, string>

export interface FaqTable {
  id: string
  /** A fractional index: questions are shown in its order. */
  position: string
  texts: Json<Record<Locale, FaqText>>
  /** How often it was found helpful, or not. Who said so is kept nowhere. */
  helpful: Generated<number>
  unhelpful: Generated<number>
  updated_at: Date
  /** The member of staff; null as long as it reads as it came with the product. */
  updated_by: string | null
  archived_at: Date | null
}

/**
 * What something of a question was and what it is now: a text in one language, or its place, counted from 1.
 */
export interface FaqChange {
  what: keyof FaqText | 'place'
  locale?: Locale
  before: string
  after: string
}

/** What staff did to a question; the words are under `messaging.faqDesk.action` in the locales. */
export interface FaqActionTable {
  id: string
  faq_id: string
  staff_id: string
  action: 'add' | 'edit' | 'move' | 'archive' | 'restore'
  changes: Json<FaqChange[]>
  at: Date
}

export interface MessagingTables {
  'messaging.task': TaskTable
  'messaging.message': MessageTable
  'messaging.digest': DigestTable
  'messaging.faq': FaqTable
  'messaging.faq_action': FaqActionTable
  'messaging.feedback': FeedbackTable
  'messaging.feedback_action': FeedbackActionTable
}

declare module '#src/db/db.ts' {
  interface Database extends MessagingTables {}
}
