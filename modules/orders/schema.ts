import type { ColumnType, Generated } from 'kysely'
import type { Currency, Money } from '#src/core/money.ts'
import type { PackageCode } from '#src/core/viewer.ts'
import type { CouponTables } from './coupons/coupon-schema.ts'
import type { DeskTables } from './desk/desk-schema.ts'
import type { InvoiceTables } from './invoices/invoice-schema.ts'

type Json<T> = ColumnType<T, string, string>

/** A single document of type I or II or a single e-signing. */
export const SINGLES = ['single_1', 'single_2', 'single_esign'] as const
export type Single = (typeof SINGLES)[number]

/** The monthly packages, from the smallest to the largest. */
export const MONTHLY = ['basic', 'professional', 'enterprise'] as const
export type Monthly = (typeof MONTHLY)[number]

export type PackageName = 'free' | Single | Monthly | 'customised'

/** The product of an order: a package, or a tailor-made document. */
export type ProductName = PackageName | 'tailored'

/** The period of payment: monthly, yearly, or yearly with an agreement. */
export const PERIODS = ['monthly', 'yearly', 'agreement'] as const
export type Period = (typeof PERIODS)[number]

/**
 * The contents of a package: null if they are agreed individually. Documents and e-signings are per month.
 */
export interface PackageTable {
  code: PackageName
  plan: PackageCode
  /** A package of higher rank is an upgrade. */
  rank: number
  seats: number | null
  documents_1: number | null
  documents_2: number | null
  esigns: number | null
  /** The storage, in bytes. */
  storage: number | null
  chat_support: boolean
  technical_support: 'email' | 'phone' | 'personal'
  automated_user: boolean
  single_esign: boolean
  upload: boolean
  /** Whether the team can have its own logo and colour on its mails, pages and documents. */
  brand: boolean
}

/** The old and new value of a package; '' for none. A price is named by its period and currency. */
export interface PackageDifference {
  what: Exclude<keyof PackageTable, 'code' | 'plan' | 'rank'> | 'price'
  period?: PriceTable['period']
  currency?: Currency
  before: string
  after: string
  /** The beginning of a price, as an ISO text. */
  from?: string
}

/** Append-only log of changes of packages and prices, with author and reason. */
export interface PackageChangeTable {
  id: string
  package: PackageName
  staff_id: string
  reason: string
  changes: Json<PackageDifference[]>
  at: Date
}

/** A price. Append-only: a new price is a new row. */
export interface PriceTable {
  id: string
  package: PackageName
  period: 'once' | Period
  currency: Currency
  /** The amount, including tax. */
  amount: Money
  from_at: Date
  set_by: string | null
}

export const USAGE_KINDS = ['document_1', 'document_2', 'esign'] as const
export type UsageKind = (typeof USAGE_KINDS)[number]

/** The kind of use that a document from a template of this type spends. */
export const usageKindOf = ({ type }: { type: 'I' | 'II' }): UsageKind =>
  type === 'I' ? 'document_1' : 'document_2'

/**
 * An entry of the usage ledger, which is append-only. A positive quantity is a grant that expires, a
 * negative one a spend from one grant.
 */
export interface UsageEntryTable {
  id: string
  team_id: string
  kind: UsageKind
  quantity: number
  /** The idempotency key: equal keys count once. */
  key: string
  grant_id: string | null
  /** The rest of the grant after this spend. */
  left_after: number | null
  spent_by: string | null
  document_id: string | null
  expires_at: Date | null
  created_at: Date
  /** Whether the uses of this spend were revoked, not used. */
  taken_back: Generated<boolean>
}

/** The kinds of orders of a package. */
export const PACKAGE_KINDS = ['single', 'plan', 'renewal', 'upgrade'] as const
export type PackageKind = (typeof PACKAGE_KINDS)[number]
export type OrderKind = PackageKind | 'tailored'

export const ORDER_STATES = ['pending', 'paid', 'closed', 'expired'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** The payment methods; each has its folder in payments/. */
export const METHODS = ['bank', 'alipay', 'wechat', 'paypal', 'sandbox'] as const
export type MethodName = (typeof METHODS)[number]

/** One line of an order's price, as shown before ordering. Amounts are texts of minor units. */
export interface OrderLine {
  what: 'price' | 'rest' | 'credit' | 'discount'
  package: ProductName
  period: PriceTable['period']
  quantity: number
  /** For an upgrade: `days` of `of` days. */
  days?: number
  of?: number
  /** For a discount: the code of the coupon. */
  coupon?: string
  /** The amount, negative for a credit and a discount. */
  amount: string
}

/** An order at the price of its day, unaffected by later changes. */
export interface OrderTable {
  id: string
  number: string
  /** The idempotency key of the page: equal keys place one order. */
  key: string | null
  team_id: string
  account_id: string
  buyer_name: string
  kind: OrderKind
  package: ProductName
  period: PriceTable['period']
  quantity: number
  /** The package at the time of the order; null for a tailor-made document. */
  contents: Json<PackageTable | null>
  /** For a tailor-made document: the request, and the number of its offer. */
  request_id: ColumnType<string | null, string | undefined, never>
  offer: ColumnType<number | null, number | undefined, never>
  coupon_id: ColumnType<string | null, string | undefined, never>
  /** For an automatic renewal: the mandate under which the order was placed and is charged. */
  mandate_id: ColumnType<string | null, string | null | undefined, never>
  currency: Currency
  unit_price: Money
  lines: Json<OrderLine[]>
  total: Money
  method: MethodName
  state: OrderState
  /** The part of the price that was refunded, or is being refunded. */
  refunded: ColumnType<Money, undefined, Money>
  created_at: Date
  pay_until: Date
  /** The time when the gateway was last queried. */
  asked_at: Date | null
  paid_at: Date | null
  /** The time when the order was closed or expired. */
  ended_at: Date | null
  /** The period of the plan for which the order paid. */
  valid_from: Date | null
  valid_to: Date | null
}

/** A term of a plan that was paid for, or opened at the desk; the terms of a team follow each other. */
export interface TermTable {
  id: string
  team_id: string
  order_id: string | null
  package: PackageName
  period: Period
  from_at: Date
  to_at: Date
  currency: Currency | null
  /** The amount paid for the term, from which an upgrade credits the remaining days. */
  value: Money
  /** The time when an upgrade replaced the term, and the credited amount. */
  replaced_at: Date | null
  credited: Money | null
  /** For an upgrade: the term that this one replaced, and which its refund restores. */
  replaces_id: string | null
  created_at: Date
  /** The individually agreed contents of this team; null if the order or the package determines them. */
  contents: ColumnType<PackageTable | null, string | null, never>
}

/** The reasons why a payment did not settle an order. */
export const PAYMENT_PROBLEMS = [
  ...(['late', 'double', 'amount', 'currency', 'unknown'] as const),
  // The team's plan, or the offer for a tailor-made document, has changed since the order.
  ...(['plan', 'offer'] as const),
] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

/** A payment. Without a problem it settled its order; with one the desk settles it. */
export interface PaymentTable {
  id: string
  order_id: string | null
  method: MethodName
  /** The reference of the gateway or the bank; equal references mean the same payment. */
  reference: string
  /** For a part of a transfer that pays several orders: the bank's reference of the whole transfer. */
  transfer: ColumnType<string | null, string | null | undefined, never>
  currency: Currency
  amount: Money
  refunded: ColumnType<Money, Money | undefined, Money>
  /** The part above the price of the order that it paid. */
  excess: ColumnType<Money, Money | undefined, Money>
  /** The first of the payments that pay an order together. */
  joined_id: ColumnType<string | null, undefined, string | null>
  received_at: Date
  created_at: Date
  problem: PaymentProblem | null
  settled_at: Date | null
  /** The member of staff who confirmed a bank transfer. */
  confirmed_by: string | null
  /** The time when a mistaken confirmation was reversed. */
  reversed_at: ColumnType<Date | null, undefined, Date>
  /** The member of staff who settles the payment. */
  owner_id: Generated<string | null>
  /** A colleague's note when handing it to the owner. */
  owner_note: Generated<string | null>
}

/** A gateway's callback, unchanged; its signature was valid. */
export interface CallbackTable {
  id: string
  method: MethodName
  order_number: string
  headers: Json<Record<string, string>>
  body: string
  received_at: Date
  worked_at: Date | null
}

/** The gateway's id of an order, if the gateway numbers orders itself. */
export interface GatewayOrderTable {
  order_id: string
  gateway_id: string
  created_at: Date
}

/** The sandbox's books of payments. */
export interface SandboxPaymentTable {
  order_number: string
  reference: string
  currency: Currency
  amount: Money
  paid_at: Date
}

/** Time until the end of a plan. */
export type PlanStep = 'week' | 'day' | 'ended'

/**
 * The notifications sent to a team about the end of its plan; after a renewal, the new end is announced
 * again.
 */
export interface PlanNoticeTable {
  team_id: string
  ends_at: Date
  step: PlanStep
  told_at: Date
}

export interface OrdersTables extends CouponTables, DeskTables, InvoiceTables {
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
