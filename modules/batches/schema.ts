import type { ColumnType, Generated } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { UsageKind } from '#modules/orders/index.ts'
import type { SigningOrder } from '#modules/signing/index.ts'
import type { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Cells, Fault } from './table/check-row.ts'

/**
 * `stopped`: before all drafts are made, for the reason in `problem`; `held`: before all documents are sent.
 * Both can be continued.
 */
export const BATCH_STATES = [
  'open',
  'drafting',
  'stopped',
  'drafted',
  'cancelled',
  'sending',
  'held',
  'sent',
] as const
export type BatchState = (typeof BATCH_STATES)[number]

/**
 * `good`: a draft can be made of it; `failed`: none could be made; `queued`: its draft is to be finalised and
 * sent; `unsent`: it could not be.
 */
export type RowState = 'good' | 'faulty' | 'failed' | 'drafted' | 'queued' | 'finalised' | 'sent' | 'unsent'

export interface BatchTable {
  id: string
  team_id: string
  account_id: string
  /** As they were when it began: later changes of the model change nothing. */
  template: ColumnType<Template, string, never>
  answers: ColumnType<Answers, string, never>
  /** The name of the draft that is the model; '' when the template is. */
  model: string
  /** The kind of use that each draft takes. */
  kind: UsageKind
  state: BatchState
  /** The error code of what stopped it, otherwise ''. */
  problem: Generated<string>
  /** Heads of the table that are no column of ours. */
  ignored: ColumnType<string[], string | undefined, string>
  /** Of all its documents, once it was chosen. */
  signing_order: ColumnType<SigningOrder | null, string | undefined, string>
  /** The language of invitations, once sending has begun. */
  locale: Locale | null
  /** The names under which points of all its documents were confirmed. */
  confirmations: ColumnType<string[], string | undefined, string>
  /** When sending continues automatically, after a quota was used up. */
  resumes_at: Date | null
  created_at: Date
  updated_at: Date
}

export type ProblemDetails = Pick<AppError, 'words' | 'details'>

export interface RowTable {
  batch_id: string
  /** As the spreadsheet counts. */
  number: number
  /** Of the document. */
  name: string
  cells: ColumnType<Cells, string, string>
  faults: ColumnType<Fault[], string, string>
  /** How many points are left to settle before the document can be finalised. */
  open: number
  state: RowState
  /** The error code of what failed, otherwise ''. */
  problem: Generated<string>
  /** Its message, with the values of its placeholders. */
  details: ColumnType<ProblemDetails | null, string | undefined, string>
  document_id: string | null
  /** The version of its document that `open` describes. */
  version: number | null
  /** When its files were last looked for in vain. */
  tried_at: Date | null
}

export interface BatchesTables {
  'batches.batch': BatchTable
  'batches.row': RowTable
}

declare module '#src/db/db.ts' {
  interface Database extends BatchesTables {}
}
