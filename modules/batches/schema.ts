import type { ColumnType, Generated } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { UsageKind } from '#modules/orders/index.ts'
import type { SigningOrder } from '#modules/signing/index.ts'
import type { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Cells, Fault } from './table/check-row.ts'

/**
 * `stopped`: before all drafts were made, for the reason in `problem`; `held`: before all documents were
 * sent. Both can be continued.
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
 * `good`: a draft can be made; `failed`: making the draft failed; `queued`: the draft is to be finalised and
 * sent; `unsent`: sending failed.
 */
export type RowState = 'good' | 'faulty' | 'failed' | 'drafted' | 'queued' | 'finalised' | 'sent' | 'unsent'

export interface BatchTable {
  id: string
  team_id: string
  account_id: string
  /** The template when the batch began: later changes of the model have no effect. */
  template: ColumnType<Template, string, never>
  answers: ColumnType<Answers, string, never>
  /** The name of the draft that is the model; '' when the template is the model. */
  model: string
  /** The kind of use that each draft costs. */
  kind: UsageKind
  state: BatchState
  /** The code of the error that stopped the batch, otherwise ''. */
  problem: Generated<string>
  /** The heads of the table that match no column. */
  ignored: ColumnType<string[], string | undefined, string>
  /** The signing order of all documents, once it is chosen. */
  signing_order: ColumnType<SigningOrder | null, string | undefined, string>
  /** The language of invitations, once sending has begun. */
  locale: Locale | null
  /** The names under which points of all documents were confirmed. */
  confirmations: ColumnType<string[], string | undefined, string>
  /** The time when sending continues automatically, after a quota was used up. */
  resumes_at: Date | null
  created_at: Date
  updated_at: Date
}

export type ProblemDetails = Pick<AppError, 'words' | 'details'>

export interface RowTable {
  batch_id: string
  /** The number of the row in the spreadsheet. */
  number: number
  /** The name of the document. */
  name: string
  cells: ColumnType<Cells, string, string>
  faults: ColumnType<Fault[], string, string>
  /** How many points must be settled before the document can be finalised. */
  open: number
  state: RowState
  /** The code of the error that made the row fail, otherwise ''. */
  problem: Generated<string>
  /** The error's message, with the values of its placeholders. */
  details: ColumnType<ProblemDetails | null, string | undefined, string>
  document_id: string | null
  /** The version of the document for which `open` was counted. */
  version: number | null
  /** The last time when the document's files were not ready. */
  tried_at: Date | null
}

export interface BatchesTables {
  'batches.batch': BatchTable
  'batches.row': RowTable
}

declare module '#src/db/db.ts' {
  interface Database extends BatchesTables {}
}
