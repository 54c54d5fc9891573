import type { Currency, Money } from '#src/core/money.ts'
import { METHODS, type MethodName } from '../../schema.ts'
import { isOpenRefund } from './bill-refunds.ts'
import { isOpen } from './finding.ts'
import type { Entry, Reconciliation } from './reconcile.ts'

interface SideSum {
  count: number
  amount: Money
}

/** A day's money by one payment method, in one currency. */
export interface DaySum {
  method: MethodName
  currency: Currency
  orders: SideSum
  payments: SideSum
  /** Null if there can be no report: no statement covers that day, or its callbacks were deleted. */
  reported: SideSum | null
  refunds: SideSum
  /** The reported payments, or our payments if there is no report, minus our orders. */
  difference: Money
  /** The number of entries that staff must check, and of differing entries that are explained. */
  open: number
  explainedCount: number
}

const sideOf = (amounts: (Money | null)[]): SideSum => {
  const presentAmounts = amounts.filter((amount) => amount !== null)
  return { count: presentAmounts.length, amount: presentAmounts.reduce((sum, amount) => sum + amount, 0n) }
}

/** The day's sums in the order of payment methods; only methods with a payment or refund. */
export function sumsOf({ entries, refunds, unknownRefunds, isExpected }: Reconciliation): DaySum[] {
  const pairs = METHODS.flatMap((method) =>
    (['CNY', 'USD'] as const).map((currency) => ({ method, currency })),
  )
  return pairs.flatMap(({ method, currency }) => {
    const ofMethod = <T extends { method: MethodName; currency: Currency }>(rows: T[]) =>
      rows.filter((row) => row.method === method && row.currency === currency)
    const lines = ofMethod(entries)
    const doneRefunds = ofMethod(refunds).filter((one) => one.done_at)
    const unknownOfMethod = currency === 'CNY' ? unknownRefunds.filter((one) => one.method === method) : []
    if (!lines.length && !doneRefunds.length && !unknownOfMethod.length) return []
    const day = sumEntries(lines, isExpected(method))
    const openCount =
      day.open + doneRefunds.filter(({ finding }) => isOpenRefund(finding)).length + unknownOfMethod.length
    return [{ method, currency, ...day, open: openCount, refunds: amountOf(doneRefunds) }]
  })
}

const amountOf = (refunds: { amount: string }[]) => sideOf(refunds.map(({ amount }) => BigInt(amount)))

function sumEntries(lines: Entry[], isExpected: boolean) {
  const orders = sideOf(lines.map(({ order }) => order))
  const payments = sideOf(lines.map((one) => one.payment))
  const reportedSide = isExpected ? sideOf(lines.map((one) => one.reported)) : null
  const openCount = lines.filter(isOpen).length
  const explainedCount = lines.filter((one) => one.finding !== 'agrees').length - openCount
  return {
    orders,
    payments,
    reported: reportedSide,
    difference: (reportedSide ?? payments).amount - orders.amount,
    open: openCount,
    explainedCount,
  }
}
