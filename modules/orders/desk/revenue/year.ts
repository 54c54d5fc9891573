import { sql } from 'kysely'
import { requireAccountsDesk } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { CURRENCIES, type Currency, type Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { dayStart } from '../day.ts'
import { addMonths } from './revenue.ts'

/** Rates of value-added tax (VAT) in per cent: for services, for small taxpayers, and exempt. */
export const VAT_RATES = [6, 3, 1, 0] as const
export type VatRate = (typeof VAT_RATES)[number]

export interface MonthOfYear {
  /** yyyy-MM in Shanghai. */
  month: string
  /** All payments minus all refunds. */
  received: Money
  /** The part that settles no order. */
  unsettled: Money
  /**
   * The part of settled orders that belongs to this month: of plans day by day, of other purchases when they
   * are paid.
   */
  earned: Money
  /** The part that pays for days after the end of the month. */
  deferred: Money
  /** Refunds that were decided but not made by the end of the month; they are no longer earned. */
  owed: Money
  /** The value-added tax contained in the settled orders, without the refunds decided. */
  vat: Money
  /** The earned income without tax. */
  net: Money
}

export interface YearOfRevenue {
  currency: Currency
  months: MonthOfYear[]
  /** `deferred` and `owed` at the end of the last month. */
  total: Omit<MonthOfYear, 'month'>
}

/** Calculates the VAT contained in an amount, rounded to the fen. */
export function vatIn(amount: Money, rate: VatRate): Money {
  const percent = BigInt(100 + rate)
  const roundedVat = (2n * amount * BigInt(rate) + (amount < 0n ? -percent : percent)) / (2n * percent)
  return roundedVat
}

/**
 * The months of a year so far, with earned and deferred income; dollars only if there are any. Dollars
 * contain no tax. Makes three queries.
 */
export async function yearOfRevenue(
  db: Db,
  viewer: Viewer,
  year: string,
  rate: VatRate,
): Promise<YearOfRevenue[]> {
  requireAccountsDesk(viewer)
  const months = monthsOf(year)
  const money = await moneyByMonth(db, months)
  const moments = [months[0]!, ...months.map((month) => addMonths(month, 1))]
  const deferred = await deferredAt(db, moments)
  const owed = await owedAt(db, moments)
  return CURRENCIES.flatMap((currency) => {
    const hasCurrency = (rows: { currency: Currency }[]) => rows.some((row) => row.currency === currency)
    if (currency !== 'CNY' && !hasCurrency(money) && !hasCurrency(deferred)) return []
    const amountAt = (rows: AmountAt[], month: string) =>
      rows.find((row) => row.currency === currency && row.month === month)?.amount ?? 0n
    const rows = months.map((month): MonthOfYear => {
      const monthMoney = money.find((row) => row.currency === currency && row.month === month)
      const settledAmount = monthMoney?.settled ?? 0n
      const unsettled = monthMoney?.unsettled ?? 0n
      const nextMonth = addMonths(month, 1)
      const deferredAfter = amountAt(deferred, nextMonth)
      const owedAfter = amountAt(owed, nextMonth)
      const earned = settledAmount - (owedAfter - amountAt(owed, month))
      const vat = currency === 'CNY' ? vatIn(earned, rate) : 0n
      return {
        month,
        received: settledAmount + unsettled,
        unsettled,
        earned: earned + amountAt(deferred, month) - deferredAfter,
        deferred: deferredAfter,
        owed: owedAfter,
        vat,
        net: earned - vat,
      }
    })
    return [{ currency, months: rows, total: totalOf(rows) }]
  })
}

function totalOf(months: MonthOfYear[]): YearOfRevenue['total'] {
  const sum = (key: 'received' | 'unsettled' | 'earned' | 'vat' | 'net') =>
    months.reduce((all, month) => all + month[key], 0n)
  return {
    received: sum('received'),
    unsettled: sum('unsettled'),
    earned: sum('earned'),
    deferred: months.at(-1)!.deferred,
    owed: months.at(-1)!.owed,
    vat: sum('vat'),
    net: sum('net'),
  }
}

/** The months of a year, up to the current one. */
function monthsOf(year: string): string[] {
  const allMonths = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
  return allMonths.filter((month) => dayStart(`${month}-01`) <= now())
}

interface MoneyOfMonth {
  month: string
  currency: Currency
  settled: Money
  unsettled: Money
}

/** Like `revenueOf`: money that settles orders minus their refunds, and all other money. */
async function moneyByMonth(db: Db, months: string[]): Promise<MoneyOfMonth[]> {
  const from = dayStart(`${months[0]!}-01`)
  const to = dayStart(`${addMonths(months.at(-1)!, 1)}-01`)
  const { rows } = await sql<MoneyOfMonth>`
    select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, currency,
        sum(settled)::numeric(15, 0) as settled, sum(amount - settled)::numeric(15, 0) as unsettled
      from (
        select received_at as at, payment.currency, amount,
            case when problem is null then amount - excess else 0 end as settled
          from orders.payment as payment
          where reversed_at is null and received_at >= ${from} and received_at < ${to}
        union all
        select done_at, payment.currency, - refund.amount,
            case when refund.number is null then 0 else - refund.amount end
          from orders.refund as refund join orders.payment as payment on payment.id = payment_id
          where done_at >= ${from} and done_at < ${to}) as money
      group by 1, 2`.execute(db)
  return rows
}

interface AmountAt {
  month: string
  currency: Currency
  amount: Money
}

/**
 * For the first moment of each month, the value of the remaining days of paid terms, by the terms at that
 * time.
 */
async function deferredAt(db: Db, months: string[]): Promise<AmountAt[]> {
  const days = months.map((month) => `${month}-01`)
  const { rows } = await sql<AmountAt>`
    select to_char(day, 'YYYY-MM') as month, term.currency,
        sum(value - div(value * least(days, greatest(0, day - first)), days))::numeric(15, 0) as amount
      from unnest(${days}::date[]) as day
        cross join lateral (select day::timestamp at time zone 'Asia/Shanghai' as moment) as clock
        join orders.term as term on term.to_at > moment and term.created_at < moment
          and (term.replaced_at is null or term.replaced_at >= moment)
        join orders."order" as one on one.id = term.order_id and one.paid_at < moment
        cross join lateral (select (from_at at time zone 'Asia/Shanghai')::date as first) as start
        cross join lateral (select greatest(1, (to_at at time zone 'Asia/Shanghai')::date - first) as days)
          as span
      group by 1, 2`.execute(db)
  return rows
}

/** For the first moment of each month, the refunds of settled orders that were decided but not made. */
async function owedAt(db: Db, months: string[]): Promise<AmountAt[]> {
  const days = months.map((month) => `${month}-01`)
  const { rows } = await sql<AmountAt>`
    select to_char(day, 'YYYY-MM') as month, payment.currency, sum(refund.amount)::numeric(15, 0) as amount
      from unnest(${days}::date[]) as day
        cross join lateral (select day::timestamp at time zone 'Asia/Shanghai' as moment) as clock
        join orders.refund as refund on refund.number is not null and refund.created_at < moment
          and (done_at is null or done_at >= moment)
        join orders.payment as payment on payment.id = refund.payment_id
      group by 1, 2`.execute(db)
  return rows
}
