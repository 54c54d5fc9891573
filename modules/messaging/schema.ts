import type { ColumnType, Generated } from 'kysely'
import type { Locale } from '#src/core/i18n.ts'
import type { PictureType } from '#src/files/pictures/picture.ts'

export interface FeedbackTable {
  id: string
  /** The account, if the sender was logged in. */
  account_id: string | null
  question: string
  email: string
  locale: Locale
  /** The type of the attached picture; the file is in the store under the row's id. */
  attachment: PictureType | null
  created_at: Date
  state: Generated<FeedbackState>
  /** The member of staff who handles the feedback. */
  owner_id: string | null
  /** A colleague's note on handing the feedback to the owner. */
  owner_note: Generated<string | null>
  /** The end of the last day for our answer. */
  due_at: Date | null
}

export const FEEDBACK_STATES = ['open', 'answered', 'closed'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

/** An action of staff on a feedback; the labels are under `messaging.desk.action` in the locales. */
export interface FeedbackActionTable {
  id: string
  feedback_id: string
  staff_id: string
  action: 'take' | 'release' | 'handOver' | 'note' | 'answer' | 'interim' | 'close' | 'reopen'
  /** The note, the answer, or the reason for closing. */
  words: string
  at: Date
}

export const TASK_TYPES = ['review', 'sign', 'return'] as const
export type TaskType = (typeof TASK_TYPES)[number]

/** Pending, done and expired, in the words of the pages. */
export const TASK_STATES = ['todo', 'done', 'invalid'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** A task of one account; events of other modules open and close it. */
export interface TaskTable {
  id: string
  account_id: string
  type: TaskType
  /** The subject's id; for a signature, the signatory's id. */
  subject_id: string
  document_id: string
  document_name: string
  document_number: string
  /** The person who requested it. */
  creator: string
  state: TaskState
  started_at: Date
  due_at: Date | null
  finished_at: Date | null
  /** The number of reminders sent. */
  reminders: Generated<number>
}

/** The text of each is under `messaging.message` in the locales. */
export const MESSAGE_KINDS = [
  'reviewAsked',
  'reviewDueSoon',
  'reviewAccepted',
  'reviewApproved',
  'reviewReturned',
  'reviewReturnedEarly',
  'reviewLapsed',
  'signAsked',
  'signDueSoon',
  'signed',
  'signingHandedOver',
  'realNameFailed',
  'signingQuestion',
  'signingCompleted',
  'signingDeclined',
  'signingExpired',
  'signingStopped',
  'signingHeldUp',
  'authorisationGranted',
  'authorisationRefused',
  'authorisationEnds',
  'feedbackAnswered',
  'memberJoined',
  'invitationFailed',
  'seatsUsed',
  'planOpened',
  'planEnds',
  'planEndsSoon',
  'planEnded',
  'renewalOn',
  'renewalDue',
  'renewalFailed',
  'renewalEnded',
  'orderPlaced',
  'orderPaid',
  'orderClosed',
  'orderExpired',
  'orderReversed',
  'slipRefused',
  'paymentUnsettled',
  'paymentRefunded',
  'orderRefunded',
  'invoiceIssued',
  'invoiceRefused',
  'invoiceReversed',
  'invoiceRedLetter',
  'chatAnswered',
  'consultationExamined',
  'consultationAnswered',
  'consultationOffered',
  'consultationDelivered',
  'consultationClosed',
  'announced',
  'featureAnnounced',
  'dataExportReady',
  'dataExportFailed',
  'supportAccessAsked',
  'lawChanged',
  'datesDue',
  'webhookDisabled',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** A notification for one account; its text is made in the reader's language. */
export interface MessageTable {
  id: string
  account_id: string
  kind: MessageKind
  /** The values for the placeholders in the text. */
  facts: ColumnType<Record<string, string>, string, never>
  /** The values, folded for the search; empty in rows of earlier releases. */
  words: Generated<string>
  /** The path to which the notification leads, on this site. */
  path: string | null
  document_id: string | null
  created_at: Date
  read_at: Date | null
  /** `waiting` for the daily digest, or `sent` in one; null if it is not for a digest. */
  in_digest: 'waiting' | 'sent' | null
}

/** The digest of an account for a day, yyyy-MM-dd in Shanghai, that was sent. */
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
  /** A fractional index, which determines the order of questions. */
  position: string
  texts: Json<Record<Locale, FaqText>>
  /** Number of positive and negative votes. The voters are not stored. */
  helpful: Generated<number>
  unhelpful: Generated<number>
  updated_at: Date
  /** The member of staff who last changed it; null for a text delivered with the product. */
  updated_by: string | null
  archived_at: Date | null
}

/** The old and new value of a question: a text in one language, or its position, counted from 1. */
export interface FaqChange {
  what: keyof FaqText | 'place'
  locale?: Locale
  before: string
  after: string
}

/** An action of staff on a question; the labels are under `messaging.faqDesk.action` in the locales. */
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
