import type { ColumnType } from 'kysely'
import type { PackageCode } from '#src/core/viewer.ts'

type Json<T> = ColumnType<T, string, string>

/** A team's plan before an order or our staff changed it. Times are ISO texts. */
export interface PlanBefore {
  package: PackageCode
  startedAt: string | null
  endsAt: string | null
  seats: number
  /** The number of people on the plan. */
  people: number
  /** The end of the use of what the team bought singly. */
  singlesEndAt: string | null
}

/** A change of a team's plan with everything it created, so that it can be undone. */
export interface PlanChangeTable {
  id: string
  team_id: string
  /** The order; null if our staff or a refund changed the plan. */
  order_id: string | null
  /** The refund that revoked an order's purchase; it cannot be undone. */
  refund_id: ColumnType<string | null, string | null | undefined, never>
  before: Json<PlanBefore>
  /** The terms that the change added and replaced, and its grants. */
  added: string[]
  replaced: string[]
  grants: string[]
  made_at: Date
  undone_at: Date | null
}

/** The last proof of a transfer that a customer sent. */
export interface SlipTable {
  order_id: string
  /** The key in the file store. */
  key: string
  type: 'pdf' | 'png' | 'jpg'
  uploaded_at: Date
  /** The time when the file was deleted together with its sender's account. */
  erased_at: ColumnType<Date | null, undefined, Date | null>
  refused_at: ColumnType<Date | null, undefined, Date | null>
  /** The reason of the refusal, for the customer. */
  refusal: ColumnType<string | null, undefined, string | null>
}

/** A note of staff on an order, which only staff see. */
export interface OrderNoteTable {
  id: string
  order_id: string
  /** The name of the member of staff. */
  staff: string
  words: string
  at: Date
}

/** The sources of a statement: a bank, or the bill of a payment service. */
export const STATEMENT_METHODS = ['bank', 'alipay', 'wechat'] as const
export type StatementMethod = (typeof STATEMENT_METHODS)[number]

/**
 * The reason why a credit is shown but never recorded: it is not in yuan, or outside the statement's period.
 */
export type StatementProblem = 'currency' | 'period'

/** One credit of a bank statement. The amount is a text of minor units, the time an ISO text. */
export interface StatementLine {
  line: number
  at: string
  amount: string
  reference: string
  remark: string
  payer: string
  problem?: StatementProblem
}

/** A refund on a merchant bill. The amount is a text of fen, the time an ISO text. */
export interface BillRefund {
  at: string
  amount: string
  /** The number under which the refund was requested: the id of a refund of ours. */
  key: string
  /** The number of the refunded order. */
  number: string
}

/** The possible meanings of a column of a statement. */
export const COLUMNS = [
  'date',
  'time',
  'credit',
  'debit',
  'amount',
  'direction',
  'reference',
  'payer',
  'remark',
  'balance',
  'currency',
] as const
export type StatementColumn = (typeof COLUMNS)[number]

export interface StatementTable {
  id: string
  /** The member of staff; null for a merchant bill that was fetched. */
  staff_id: string | null
  method: ColumnType<StatementMethod, StatementMethod | undefined, never>
  lines: Json<StatementLine[]>
  refunds: ColumnType<BillRefund[], string | undefined, never>
  /** The times of the earliest and the latest credit. */
  first_at: Date | null
  last_at: Date | null
  /** The table of a file whose columns are still unknown. */
  unread: ColumnType<UnreadTable | null, string | undefined, null>
  /** The day, yyyy-MM-dd in Shanghai, whose whole bill was fetched; null for an upload. */
  bill_day: ColumnType<string | null, string | undefined, never>
  uploaded_at: Date
  confirmed_at: Date | null
  /** The time when the first credit was recorded. */
  recorded_at: ColumnType<Date | null, never, Date>
  /** The name of an uploaded file; null for a bill that was fetched. */
  file_name: ColumnType<string | null, string | undefined, never>
}

interface UnreadTable {
  above: string[][]
  heading: string[]
  rows: { record: string[]; line: number }[]
}

/** A heading whose columns our staff have named; null for an ignored column. */
export interface StatementHeadingTable {
  /** The hash of the heading's words. */
  id: string
  heading: Json<string[]>
  columns: Json<(StatementColumn | null)[]>
  staff_id: string
  saved_at: Date
}

export interface DeskTables {
  'orders.order_note': OrderNoteTable
  'orders.plan_change': PlanChangeTable
  'orders.slip': SlipTable
  'orders.statement': StatementTable
  'orders.statement_heading': StatementHeadingTable
}
