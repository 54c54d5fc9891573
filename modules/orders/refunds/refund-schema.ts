import type { ColumnType } from 'kysely'
import type { Money } from '#src/core/money.ts'
import type { PackageName, UsageKind } from '../schema.ts'

/** The bank account to which a refund is transferred. */
export interface Payee {
  holder: string
  number: string
  bank: string
}

/** The purchases that a refund revoked. Times are ISO texts. */
export interface RevokedPurchases {
  uses: { kind: UsageKind; quantity: number }[]
  /** The plan whose end was moved from `before` to `until`, or that returned to a lower one. */
  plan: { package: PackageName; before: string; until: string; returnsTo?: PackageName } | null
}

/** A refund. The reference is null until the gateway or the bank has confirmed it. */
export interface RefundTable {
  id: string
  payment_id: string
  /** The idempotency key of the page: sending the form twice refunds once. */
  key: string
  amount: Money
  reason: string
  /** The reference of the gateway or the bank. */
  reference: string | null
  staff_id: string
  created_at: Date
  done_at: Date | null
  /** The gateway's code of a permanent refusal. */
  refused: ColumnType<string | null, undefined, string | null>
  /** Whether it was refunded by bank transfer; the reference is then the bank's. */
  by_hand: ColumnType<boolean, undefined, boolean>
  /** The number of its credit note; null if it returns money that settled no order. */
  number: ColumnType<string | null, string | undefined, never>
  taken: ColumnType<RevokedPurchases | null, string | undefined, never>
  /** The recipient of a bank transfer; null if a payment service returns the money. */
  payee: ColumnType<Payee | null, string | null | undefined, string | null>
}

export interface RefundTables {
  'orders.refund': RefundTable
}

declare module '#src/db/db.ts' {
  interface Database extends RefundTables {}
}
