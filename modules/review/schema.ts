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
  /** Of a colleague; null for somebody from outside. */
  account_id: string | null
  name: string
  email: string
  mobile: string
  /** A colleague's department, or the organisation of somebody from outside. */
  department: string
  /** In which we write to them. */
  locale: Locale
  /** Whether the next round asks them. */
  reviews: boolean
  /** Whether they are to sign as well. */
  signs: boolean
  /** Whether they become a contact when the review starts. */
  keeps: boolean
  /** Once a review has started their address may change a single time. */
  email_changed_at: Date | null
  removed_at: Date | null
  created_at: Date
}

export const ROUND_STATES = ['running', 'accepted', 'returned', 'withdrawn', 'lapsed'] as const
export type RoundState = (typeof ROUND_STATES)[number]

/** One sending of a draft to its reviewers, with the text as it was then. */
export interface RoundTable {
  id: string
  document_id: string
  team_id: string
  /** 1, 2, 3 … within the document */
  number: number
  starter_id: string
  starter_name: string
  starter_team: string
  document_name: string
  document_number: string
  answers: Json<Answers>
  /** What the sender asks them to look at. */
  note: string
  state: RoundState
  started_at: Date
  due_at: Date
  ended_at: Date | null
}

export type TurnState = 'asked' | 'accepted' | 'returned' | 'lapsed'

/** A reviewer's own part in a round. */
export interface TurnTable {
  id: string
  round_id: string
  reviewer_id: string
  state: TurnState
  /** Why they returned it. */
  reasons: Generated<string>
  opened_at: Date | null
  answered_at: Date | null
  reminders: Generated<Date[]>
}

export const COMMENT_STATES = ['open', 'taken', 'declined', 'settled'] as const
export type CommentState = (typeof COMMENT_STATES)[number]

/** What a proposal wants a clause to say on one side, and what it said. As printed: without marks. */
export interface Wording {
  before: string
  after: string
}

/** A comment, a proposed wording when it has one, or a reply when it has a parent. */
export interface CommentTable {
  id: string
  document_id: string
  round_id: string
  parent_id: string | null
  /** The clause it is about, or another part of the document; '' for the whole. */
  place: string
  side: Side | null
  /** The words in the clause it is about. */
  quote: string
  words: string
  /** Seen by the team alone. */
  internal: boolean
  wording: Json<Wording> | null
  state: CommentState
  /** Who wrote it: one of the two. */
  account_id: string | null
  reviewer_id: string | null
  author: string
  /** Chosen by the form, so that what is sent twice is kept once. */
  key: string
  decided_by: string | null
  decided_at: Date | null
  created_at: Date
}

/** The way in for a reviewer from outside. Hashes alone are kept. */
export interface LinkTable {
  reviewer_id: string
  token_hash: string
  /** Of the access code that stands in the same mail. */
  access_hash: string
  entrance_hash: string | null
  entrance_expires_at: Date | null
}

/** What a browser has done at a reviewer's link. */
export interface LinkBrowserTable {
  reviewer_id: string
  visitor_hash: string
  /** Wrong ones, of an email or an access code; ten close the link to this browser. */
  guesses: Generated<number>
  /** Of the code that it was sent last, until that is used up. */
  code_hash: string | null
  code_sent_at: Date | null
  code_tries: Generated<number>
  /** When it came in by one: since then it is known as the reviewer's. */
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
