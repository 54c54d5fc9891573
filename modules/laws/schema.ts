import type { ColumnType, Generated } from 'kysely'

/** The member of staff who ensures that a law is reviewed. */
export interface OwnerTable {
  /** The short name of the law, as texts cite it. */
  law: string
  owner_id: string
}

/** The versions of templates, by their codes. */
export type Versions = Record<string, number>

/** A review: a comparison of the templates' statements about a law with the law. */
export interface ReviewTable {
  id: string
  law: string
  /** The reviewer and their firm, which may be empty; customers see both. */
  reviewer: string
  firm: string
  /** yyyy-MM-dd */
  reviewed_on: string
  /** yyyy-MM-dd: the last day on which we rely on it. */
  until: string
  /** A note that only staff see. */
  note: string
  /** The template versions that the reviewer saw. */
  covers: ColumnType<Versions, string, never>
  recorded_by: string
  recorded_at: Date
  withdrawn_at: Date | null
}

/** A new version of a law, in force or not yet. */
export interface ChangeTable {
  id: string
  law: string
  /** The new version's name: 2026年修订. */
  version_name: string
  /** yyyy-MM-dd */
  in_force_from: string
  /** A description of the change, for staff. */
  what: string
  /** The codes of the templates that cite the law; drafts made from them are affected. */
  codes: ColumnType<string[], string, never>
  marked_by: string
  marked_at: Date
  /**
   * The time when people with affected drafts are notified: some time after marking, so that a mistake can
   * be withdrawn.
   */
  notify_at: Date
  /** The time when all were notified, and their number. */
  notified_at: Date | null
  notified: Generated<number>
  /** The last account that was notified; the order is that of account ids. */
  notified_until: string | null
  withdrawn_at: Date | null
}

export const TASK_KINDS = ['template', 'block', 'review'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const TASK_STATES = ['open', 'done', 'withdrawn'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** The outcome of a task: no change was needed, a new version is published, or the law is reviewed. */
export type Outcome = 'unchanged' | 'published' | 'reviewed'

/** A template or a block to check after a change, or a law whose review expires. */
export interface TaskTable {
  id: string
  law: string
  /** The change; null for the review of a law. */
  change_id: string | null
  kind: TaskKind
  /** The code of the template or the block; '' for a review. */
  code: string
  /** The version of the template when the task was opened. */
  version: number | null
  state: TaskState
  outcome: Outcome | null
  note: Generated<string>
  created_at: Date
  due_at: Date
  owner_id: string | null
  owner_note: Generated<string | null>
  done_by: string | null
  done_at: Date | null
}

export interface LawsTables {
  'laws.owner': OwnerTable
  'laws.review': ReviewTable
  'laws.change': ChangeTable
  'laws.task': TaskTable
}

declare module '#src/db/db.ts' {
  interface Database extends LawsTables {}
}
