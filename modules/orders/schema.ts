import type { ColumnType, Generated } from 'kysely'
import type { Currency, Money } from '#src/core/money.ts'
import type { PackageCode } from '#src/core/viewer.ts'
import type { DeskTables } from './desk/desk-schema.ts'
import type { InvoiceTables } from './invoices/invoice-schema.ts'

type Json<T> = ColumnType<T, string, string>

/** A document of type I or II or an e-signing by itself, bought once. */
export const SINGLES = ['single_1', 'single_2', 'single_esign'] as const
export type Single = (typeof SINGLES)[number]

/** From the least to the most. */
export const MONTHLY = ['basic', 'professional', 'enterprise'] as const
export type Monthly = (typeof MONTHLY)[number]

export type PackageName = 'free' | Single | Monthly | 'customised'

/** How a package is paid: a month ahead, a year ahead, or a year ahead with an agreement for that year. */
export const PERIODS = ['monthly', 'yearly', 'agreement'] as const
export type Period = (typeof PERIODS)[number]

/** What a package holds: null where it is agreed by contact. Documents and e-signings count by the month. */
export interface PackageTable {
  code: PackageName
  plan: PackageCode
  /** A higher one is an upgrade. */
  rank: number
  seats: number | null
  documents_1: number | null
  documents_2: number | null
  esigns: number | null
  /** bytes */
  storage: number | null
  chat_support: boolean
  technical_support: 'email' | 'phone' | 'personal'
  automated_user: boolean
  single_esign: boolean
  upload: boolean
}

/** What of a package was something else before; '' for none. A price is named by its period and currency. */
export interface PackageDifference {
  what: Exclude<keyof PackageTable, 'code' | 'plan' | 'rank'> | 'price'
  period?: PriceTable['period']
  currency?: Currency
  before: string
  after: string
  /** Of a price: from when on, as an ISO text. */
  from?: string
}

/** Append-only: who changed a package or its prices, and why. */
export interface PackageChangeTable {
  id: string
  package: PackageName
  staff_id: string
  reason: string
  changes: Json<PackageDifference[]>
  at: Date
}

/** Append-only: a new price is a new row. */
export interface PriceTable {
  id: string
  package: PackageName
  period: 'once' | Period
  currency: Currency
  /** Tax included. */
  amount: Money
  from_at: Date
  set_by: string | null
}

export const USAGE_KINDS = ['document_1', 'document_2', 'esign'] as const
export type UsageKind = (typeof USAGE_KINDS)[number]

/** Append-only. A positive quantity is a grant that expires, a negative one a spend from one grant. */
export interface UsageEntryTable {
  id: string
  team_id: string
  kind: UsageKind
  quantity: number
  /** Two requests with the same key are fulfilled once. */
  key: string
  grant_id: string | null
  /** What the grant still held after this spend. */
  left_after: number | null
  spent_by: string | null
  document_id: string | null
  expires_at: Date | null
  created_at: Date
  /** Of a spend: nobody used it, the grant was a mistake. */
  taken_back: Generated<boolean>
}

export const ORDER_KINDS = ['single', 'plan', 'renewal', 'upgrade'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export const ORDER_STATES = ['pending', 'paid', 'closed', 'expired'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** The ways to pay; each has its folder in payments/. */
export const METHODS = ['bank', 'alipay', 'wechat', 'paypal', 'sandbox'] as const
export type MethodName = (typeof METHODS)[number]

/**
 * One line of what an order costs, as it was shown before it was placed. Amounts are texts of minor units.
 */
export interface OrderLine {
  what: 'price' | 'rest' | 'credit'
  package: PackageName
  period: PriceTable['period']
  quantity: number
  /** Of an upgrade: for how many days of how many. */
  days?: number
  of?: number
  /** Below nothing for a credit. */
  amount: string
}

/** What was bought, at the price of that day: nothing that changes later touches it. */
export interface OrderTable {
  id: string
  number: string
  /** Of the page that placed it: the same key places once. */
  key: string | null
  team_id: string
  account_id: string
  buyer_name: string
  kind: OrderKind
  package: PackageName
  period: PriceTable['period']
  quantity: number
  /** The package as it was then. */
  contents: Json<PackageTable>
  currency: Currency
  unit_price: Money
  lines: Json<OrderLine[]>
  total: Money
  method: MethodName
  state: OrderState
  created_at: Date
  pay_until: Date
  /** When its gateway was asked last. */
  asked_at: Date | null
  paid_at: Date | null
  /** Closed, or expired. */
  ended_at: Date | null
  /** The period of the plan that it paid for. */
  valid_from: Date | null
  valid_to: Date | null
}

/** A stretch of a plan that was paid for, or opened at the desk; those of a team follow each other. */
export interface TermTable {
  id: string
  team_id: string
  order_id: string | null
  package: PackageName
  period: Period
  from_at: Date
  to_at: Date
  currency: Currency | null
  /** What was paid for it: by the day, this is what an upgrade credits. */
  value: Money
  /** When an upgrade took its place, and for how much. */
  replaced_at: Date | null
  credited: Money | null
  /**
   * What was agreed at the desk for this team alone; null where the order or the package says what it holds.
   */
  contents: ColumnType<PackageTable | null, string | null, never>
}

/** Why money that came did not settle an order. */
export const PAYMENT_PROBLEMS = ['late', 'double', 'amount', 'currency', 'unknown', 'plan'] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

/** Money that came. Without a problem it settled its order; with one the desk settles it. */
export interface PaymentTable {
  id: string
  order_id: string | null
  method: MethodName
  /** The gateway's or the bank's own number: what comes twice is one payment. */
  reference: string
  currency: Currency
  amount: Money
  refunded: ColumnType<Money, Money | undefined, Money>
  received_at: Date
  created_at: Date
  problem: PaymentProblem | null
  settled_at: Date | null
  /** Of a bank transfer: who of the staff saw it. */
  confirmed_by: string | null
  /** When it turned out that it was confirmed by mistake. */
  reversed_at: ColumnType<Date | null, undefined, Date>
}

/** A gateway's callback, as it arrived; its signature was valid. */
export interface CallbackTable {
  id: string
  method: MethodName
  order_number: string
  headers: Json<Record<string, string>>
  body: string
  received_at: Date
  worked_at: Date | null
}

/** Under which id a gateway has an order that it numbers itself. */
export interface GatewayOrderTable {
  order_id: string
  gateway_id: string
  created_at: Date
}

/** The sandbox's own books: what was paid there. */
export interface SandboxPaymentTable {
  order_number: string
  reference: string
  currency: Currency
  amount: Money
  paid_at: Date
}

/** How near the end of a plan is. */
export type PlanStep = 'week' | 'day' | 'ended'

/**
 * The notifications that a team has had of the end of its plan; a renewal moves the end, which is announced
 * again.
 */
export interface PlanNoticeTable {
  team_id: string
  ends_at: Date
  step: PlanStep
  told_at: Date
}

export interface OrdersTables extends DeskTables, InvoiceTables {
  'orders.numbering': { day: string; last: number }
  'orders.order': OrderTable
  'orders.term': TermTable
  'orders.payment': PaymentTable
  'orders.callback': CallbackTable
  'orders.gateway_order': GatewayOrderTable
  'orders.sandbox_payment': SandboxPaymentTable
  'orders.package': PackageTable
  'orders.price': PriceTable
  'orders.package_change': PackageChangeTable
  'orders.usage_entry': UsageEntryTable
  'orders.plan_notice': PlanNoticeTable
}

declare module '#src/db/db.ts' {
  interface Database extends OrdersTables {}
}
