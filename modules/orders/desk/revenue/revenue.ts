import { sql } from 'kysely'
import { requireAccountsDesk } from '#modules/accounts/index.ts'
import { CURRENCIES, type Currency, type Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ProductName } from '../../schema.ts'
import { addDays, dayStart } from '../day.ts'

/**
 * A series of the chart: a package minus the refunds of its orders, unsettled money, or refunds of unsettled
 * money, which are negative.
 */
export type Series = ProductName | 'unsettled' | 'refunds'

/** In display order, from the bottom of the chart upwards. */
export const SERIES = [
  ...(['single_1', 'single_2', 'single_esign'] as const),
  ...(['basic', 'professional', 'enterprise', 'customised', 'tailored'] as const),
  ...(['unsettled', 'refunds'] as const),
] satisfies Series[]

export interface DayOfRevenue {
  /** yyyy-MM-dd in Shanghai. */
  day: string
  amounts: Partial<Record<Series, Money>>
  total: Money
}

/** A month's revenue in one currency. */
export interface Revenue {
  currency: Currency
  /** All days of the month so far. */
  days: DayOfRevenue[]
  /** The series that are not empty. */
  series: Series[]
  sums: Partial<Record<Series, Money>>
  total: Money
}

/** Every day of a month, yyyy-MM, in Shanghai. */
export function daysOf(month: string): string[] {
  const days = [`${month}-01`]
  for (let day = addDays(days[0]!, 1); day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}

/** The month `months` later, or earlier if negative. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/**
 * The revenue of a month by day and package, minus refunds on the day on which they were made. Separate by
 * currency; dollars only if there are any. Makes one query.
 */
export async function revenueOf(db: Db, viewer: Viewer, month: string): Promise<Revenue[]> {
  requireAccountsDesk(viewer)
  const days = daysOf(month)
  const rows = await moneyBetween(db, dayStart(days[0]!), dayStart(addDays(days.at(-1)!, 1)))
  return CURRENCIES.flatMap((currency) => {
    const currencyRows = rows.filter((row) => row.currency === currency && row.amount)
    return currencyRows.length || currency === 'CNY' ? [revenueIn(currency, days, currencyRows)] : []
  })
}

interface RevenueRow {
  day: string
  currency: Currency
  series: Series
  amount: Money
}

function revenueIn(currency: Currency, days: string[], rows: RevenueRow[]): Revenue {
  const sumOf = (selectedRows: RevenueRow[]) => selectedRows.reduce((sum, { amount }) => sum + amount, 0n)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const amountsOf = (selectedRows: RevenueRow[]) =>
    Object.fromEntries(selectedRows.map(({ series, amount }) => [series, amount]))
  const series = SERIES.filter((one) => rows.some((row) => row.series === one))
  return {
    currency,
    series,
    total: sumOf(rows),
    days: days.map((day) => {
      const dayRows = byDay.get(day) ?? []
      return { day, amounts: amountsOf(dayRows), total: sumOf(dayRows) }
    }),
    sums: Object.fromEntries(series.map((one) => [one, sumOf(rows.filter((row) => row.series === one))])),
  }
}

const dayOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/**
 * The price of a settled order counts for its package; an excess, and payments that settle no order, count
 * as unsettled.
 */
async function moneyBetween(db: Db, from: Date, to: Date): Promise<RevenueRow[]> {
  const settledPayments = db
    .selectFrom('orders.payment as payment')
    .innerJoin('orders.order as order', 'order.id', 'order_id')
    .select([dayOf('received_at').as('day'), 'payment.currency', 'order.package as series'])
    .select(sql<Money>`amount - excess`.as('amount'))
    .where('problem', 'is', null)
    .where('reversed_at', 'is', null)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
  const unsettled = db
    .selectFrom('orders.payment as payment')
    .select([dayOf('received_at').as('day'), 'payment.currency'])
    .select(sql<Series>`'unsettled'`.as('series'))
    .select(sql<Money>`case when problem is null then excess else amount end`.as('amount'))
    .where('reversed_at', 'is', null)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
  const refunds = db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .leftJoin('orders.order as order', 'order.id', 'order_id')
    .select([dayOf('done_at').as('day'), 'payment.currency'])
    .select(sql<Series>`case when refund.number is null then 'refunds' else package end`.as('series'))
    .select(sql<Money>`- refund.amount`.as('amount'))
    .where('done_at', '>=', from)
    .where('done_at', '<', to)
  return db
    .selectFrom(
      settledPayments
        .$castTo<RevenueRow>()
        .unionAll(unsettled.$castTo<RevenueRow>())
        .unionAll(refunds.$castTo<RevenueRow>())
        .as('money'),
    )
    .select(['day', 'currency', 'series'])
    .select((eb) => eb.fn.sum<Money>('amount').as('amount'))
    .groupBy(['day', 'currency', 'series'])
    .orderBy('day')
    .execute()
}
