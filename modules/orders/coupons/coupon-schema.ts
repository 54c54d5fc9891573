import type { ColumnType } from 'kysely'
import type { Currency, Money } from '#src/core/money.ts'

/** A code that makes an order cheaper: by a percentage, or by an amount. */
export interface CouponTable {
  id: string
  /** Capital letters, digits and hyphens. */
  code: string
  percent: number | null
  /** The amount of the discount, in minor units; null for a percentage. */
  amount: Money | null
  /** The currency of the amount; null for a percentage. */
  currency: Currency | null
  /** The codes of the packages for which it is valid; empty for all. */
  packages: string[]
  /** Whether the coupon is valid only for the first order that a team pays. */
  first_only: boolean
  once_per_team: boolean
  /** The maximum number of uses; null without a limit. */
  most_uses: number | null
  from_at: Date
  until_at: Date
  /** The time when our staff ended it early. */
  ended_at: ColumnType<Date | null, undefined, Date>
  created_by: string
  created_at: Date
}

export interface CouponTables {
  'orders.coupon': CouponTable
}
