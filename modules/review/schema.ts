import type { ColumnType, Generated } from 'kysely'
import type { Answers, Side } from '#assembly/answers.ts'
import type { Locale } from '#src/core/i18n.ts'

type Json<T> = ColumnType<T, string, string>

export const REVIEWER_KINDS = ['internal', 'external'] as const
export type ReviewerKind = (typeof REVIEWER_KINDS)[number]

export interface ReviewerTable {
  id: string
  document_id: string
  team_id: string
  kind: ReviewerKind
  /** Set for a colleague; null for an external reviewer. */
  account_id: string | null
  name: string
  email: string
  mobile: string
  /** A colleague's department, or an external reviewer's organisation. */
  department: string
  /** The language of mails to this reviewer. */
  locale: Locale
  /** Whether the next round includes this reviewer. */
  reviews: boolean
  /** Whether this person is to sign too. */
  signs: boolean
  /** Whether this person is added to the contacts when the review starts. */
  keeps: boolean
  /** When the email was changed after a review had started, which is possible only once. */
  email_changed_at: Date | null
  removed_at: Date | null
  created_at: Date
}

export const ROUND_STATES = ['running', 'accepted', 'returned', 'withdrawn', 'lapsed'] as const
export type RoundState = (typeof ROUND_STATES)[number]

/** A round of review: the draft that was sent, with its text at that time. */
export interface RoundTable {
  id: string
  document_id: string
  team_id: string
  /** 1, 2, 3 … within the document. */
  number: number
  starter_id: string
  starter_name: string
  starter_team: string
  document_name: string
  document_number: string
  answers: Json<Answers>
  /** The sender's message to the reviewers. */
  note: string
  state: RoundState
  started_at: Date
  due_at: Date
  ended_at: Date | null
  /** When the sender let the other reviewers finish, after one had returned the document. */
  continued_at: Date | null
}

export const TURN_STATES = ['asked', 'accepted', 'returned', 'lapsed'] as const
export type TurnState = (typeof TURN_STATES)[number]

/** A reviewer's part in a round. */
export interface TurnTable {
  id: string
  round_id: string
  reviewer_id: string
  state: TurnState
  /** Why the reviewer returned the document. */
  reasons: Generated<string>
  opened_at: Date | null
  answered_at: Date | null
  reminders: Generated<Date[]>
}

/** 'taken' and 'declined': an accepted and a declined proposal; 'settled': a resolved comment. */
export const COMMENT_STATES = ['open', 'taken', 'declined', 'settled'] as const
export type CommentState = (typeof COMMENT_STATES)[number]

/** The filters of the list of comments. */
export const COMMENT_LISTS = [...COMMENT_STATES, 'mine', 'internal'] as const
export type CommentList = (typeof COMMENT_LISTS)[number]

/**
 * The proposed text of a clause on one side, and the clause's text at that time, both as printed, without
 * marks.
 */
export interface Wording {
  before: string
  after: string
}

/** A comment; with a wording it is a proposal, with a parent an answer. */
export interface CommentTable {
  id: string
  document_id: string
  round_id: string
  parent_id: string | null
  /** Id of the clause or another part; '' for the whole document. */
  place: string
  side: Side | null
  /** The words of the clause that the comment refers to. */
  quote: string
  words: string
  /** Whether only the team sees the comment. */
  internal: boolean
  wording: Json<Wording> | null
  state: CommentState
  /** The author: exactly one of `account_id` and `reviewer_id` is set. */
  account_id: string | null
  reviewer_id: string | null
  author: string
  /** Chosen by the form, so that a comment sent twice is stored once. */
  key: string
  decided_by: string | null
  decided_at: Date | null
  created_at: Date
}

/** An external reviewer's link. Only hashes are stored. */
export interface LinkTable {
  reviewer_id: string
  token_hash: string
  /** Hash of the access code that is in the same mail. */
  access_hash: string
  entrance_hash: string | null
  entrance_expires_at: Date | null
}

/** A browser's activity with a reviewer's link. */
export interface LinkBrowserTable {
  reviewer_id: string
  visitor_hash: string
  /** Number of wrong emails or access codes; after ten, this browser cannot use the link. */
  guesses: Generated<number>
  /** Hash of the last code sent to this browser, until the code is used. */
  code_hash: string | null
  code_sent_at: Date | null
  code_tries: Generated<number>
  /** When this browser entered a code; from then on it is recognised as the reviewer's. */
  entered_at: Date | null
  came_at: Generated<Date>
}

export interface ReplacedLinkTable {
  token_hash: string
  reviewer_id: string
  replaced_at: Date
}

export interface ReviewTables {
  'review.reviewer': ReviewerTable
  'review.round': RoundTable
  'review.turn': TurnTable
  'review.comment': CommentTable
  'review.link': LinkTable
  'review.link_browser': LinkBrowserTable
  'review.replaced_link': ReplacedLinkTable
}

declare module '#src/db/db.ts' {
  interface Database extends ReviewTables {}
}
