import type { ColumnType } from 'kysely'
import type { Money } from '#src/core/money.ts'
import type { PackageCode } from '#src/core/viewer.ts'

type Json<T> = ColumnType<T, string, string>

/** What a team's plan was before an order or our staff changed it. Times are ISO texts. */
export interface PlanBefore {
  package: PackageCode
  startedAt: string | null
  endsAt: string | null
  seats: number
  /** How many there were on it. */
  people: number
  singlesEndAt: string | null
}

/** What changed a team's plan, and all that it made: so that a mistake can be undone. */
export interface PlanChangeTable {
  id: string
  team_id: string
  /** None where our staff changed it. */
  order_id: string | null
  before: Json<PlanBefore>
  /** The terms that it added and replaced, and the grants. */
  added: string[]
  replaced: string[]
  grants: string[]
  made_at: Date
  undone_at: Date | null
}

/** What a customer sent as proof of a transfer, the last of it. */
export interface SlipTable {
  order_id: string
  /** In the file store. */
  key: string
  type: 'pdf' | 'png' | 'jpg'
  uploaded_at: Date
  /** When the file was deleted with the account that had sent it. */
  erased_at: ColumnType<Date | null, undefined, Date | null>
}

/** One credit of a bank's statement. The amount is a text of minor units, the moment an ISO text. */
export interface StatementLine {
  line: number
  at: string
  amount: string
  reference: string
  remark: string
  payer: string
}

export interface StatementTable {
  id: string
  staff_id: string
  lines: Json<StatementLine[]>
  /** Of its credits, the earliest and the latest. */
  first_at: Date | null
  last_at: Date | null
  uploaded_at: Date
  confirmed_at: Date | null
}

/** Money given back. Without a reference the gateway has not answered yet. */
export interface RefundTable {
  id: string
  payment_id: string
  /** Of the page it was asked for on: asked twice, it is given back once. */
  key: string
  amount: Money
  reason: string
  /** The gateway's or the bank's own number of it. */
  reference: string | null
  staff_id: string
  created_at: Date
  done_at: Date | null
  /** The code with which its gateway refused it for good. */
  refused: ColumnType<string | null, undefined, string | null>
  /** After that it was given back by bank transfer, and the reference is the bank's. */
  by_hand: ColumnType<boolean, undefined, boolean>
}

export interface DeskTables {
  'orders.refund': RefundTable
  'orders.plan_change': PlanChangeTable
  'orders.slip': SlipTable
  'orders.statement': StatementTable
}
