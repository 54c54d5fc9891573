import type { ColumnType, Generated } from 'kysely'
import type { Answers } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { UsageKind } from '#modules/orders/index.ts'
import type { Cells, Fault } from './table/check-row.ts'

/** `stopped`: before its end, for the reason in `problem`; it can be continued. */
export type BatchState = 'open' | 'drafting' | 'stopped' | 'drafted' | 'cancelled'

/** `good`: a draft can be made of it. */
export type RowState = 'good' | 'faulty' | 'drafted' | 'failed'

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
  created_at: Date
  updated_at: Date
}

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
  document_id: string | null
}

export interface BatchesTables {
  'batches.batch': BatchTable
  'batches.row': RowTable
}

declare module '#src/db/db.ts' {
  interface Database extends BatchesTables {}
}
