import { type Selectable, sql } from 'kysely'
import { requireAccountsDesk, teamsByName } from '#modules/accounts/index.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isCallbackStored } from '../../payments/callback.ts'
import { methodNamed, methodsWithBills } from '../../payments/registry.ts'
import type { MethodName, OrderTable } from '../../schema.ts'
import { addDays, dayStart } from '../day.ts'
import { STATEMENT_METHODS, type StatementMethod } from '../desk-schema.ts'
import { type Finding, findingOf } from './finding.ts'
import { type FetchedBill, gatherDay, type ReportedPayment } from './reported-payments.ts'

/**
 * The amount of an entry according to our order, our payment and the reported payment; each null if missing.
 */
export interface Entry {
  method: MethodName
  currency: Currency
  at: Date
  reference: string
  number: string | null
  team: string | null
  orderId: string | null
  paymentId: string | null
  statementId: string | null
  order: Money | null
  payment: Money | null
  reported: Money | null
  finding: Finding
}

export type DayRefund = Awaited<ReturnType<typeof gatherDay>>['refunds'][number]

/** One day's money: each entry with its finding, the refunds, and the fetched bills. Makes two queries. */
export async function reconcileDay(db: Db, viewer: Viewer, day: string) {
  requireAccountsDesk(viewer)
  const { reported: reportedPayments, covered, bills, ...rest } = await gatherDay(db, day)
  const payments = await paymentsOf(db, day, reportedPayments)
  const reported = reportedPayments.flatMap((one) => partsOf(one, payments))
  const reportedBy = new Map(reported.map((one) => [keyOf(one), one]))
  const paymentByKey = new Map(payments.map((one) => [keyOf(one), one]))
  const isBilled = (method: MethodName) => bills.some((bill) => bill.method === method)
  const isExpected = (method: MethodName) => isBilled(method) || isReportExpected(method, day, covered)
  const isOfDay = (time: Date) => time >= dayStart(day) && time < dayStart(addDays(day, 1))
  const entries = [
    ...payments
      .filter(({ received_at }) => isOfDay(received_at))
      .map((one) => {
        const { method } = one
        const expectations = { isExpected: isExpected(method), isBilled: isBilled(method) }
        return entryForPayment(one, reportedBy.get(keyOf(one)), expectations)
      }),
    ...reported.flatMap((one) => {
      const payment = paymentByKey.get(keyOf(one))
      return payment && isOfDay(payment.received_at) ? [] : [entryForReport(one, payment)]
    }),
    ...rest.withoutMoney.map(orderWithoutPayment),
  ]
  return {
    entries: entries.sort((a, b) => a.at.getTime() - b.at.getTime()),
    refunds: rest.refunds,
    unknownRefunds: rest.unknownRefunds,
    bills: billStates(bills, entries),
    isExpected,
  }
}

/** The statement that contains the fetched bill of a method; null if it was not fetched. */
export interface BillState {
  method: StatementMethod
  statementId: string | null
}

/** The bills of each method whose bills are fetched here, or which has payments or a bill on that day. */
function billStates(bills: FetchedBill[], entries: Entry[]): BillState[] {
  const configured = methodsWithBills().map(({ name }) => name)
  return STATEMENT_METHODS.flatMap((method) => {
    const statementId = bills.find((bill) => bill.method === method)?.id ?? null
    const isShown = configured.includes(method) || entries.some((one) => one.method === method)
    return method !== 'bank' && (statementId || isShown) ? [{ method, statementId }] : []
  })
}

/**
 * A transfer that pays several orders, as its parts; a difference from their sum is added to the last part.
 */
function partsOf(transfer: ReportedPayment, payments: Payment[]): ReportedPayment[] {
  const parts = payments.filter(
    (one) => one.method === transfer.method && one.transfer === transfer.reference,
  )
  if (!parts.length) return [transfer]
  const difference = transfer.amount - parts.reduce((sum, { amount }) => sum + amount, 0n)
  return parts.map(({ reference, amount }, index) => ({
    ...transfer,
    reference,
    amount: index === parts.length - 1 ? amount + difference : amount,
  }))
}

/** Whether reports of that day's payments should exist; if not, no report counts as missing. */
function isReportExpected(method: MethodName, day: string, hasReport: boolean): boolean {
  if (method === 'bank') return hasReport
  if (method === 'sandbox') return true
  return Boolean(methodNamed(method)?.callbacks) && isCallbackStored(dayStart(day))
}

export type Reconciliation = Awaited<ReturnType<typeof reconcileDay>>

const keyOf = ({ method, reference }: { method: MethodName; reference: string }) => `${method} ${reference}`

/** The payments of the day, and payments of other days that were reported for this day. */
const paymentsOf = (db: Db, day: string, reportedPayments: ReportedPayment[]) =>
  db
    .selectFrom('orders.payment as payment')
    .leftJoin('orders.order as order', 'order.id', 'order_id')
    .leftJoin(teamsByName(db).as('team'), 'team.id', 'order.team_id')
    .select([
      'payment.id',
      'payment.method',
      'reference',
      'transfer',
      'payment.currency',
      'amount',
      'excess',
      'payment.refunded',
      'problem',
    ])
    .select(['settled_at', 'received_at', 'order_id', 'number', 'team.name as team'])
    .select(
      // Refunds of the price are counted with the first of several payments.
      sql<Money>`case when joined_id is null or joined_id = payment.id
        then "order".refunded else 0 end`.as('ofOrder'),
    )
    .where('payment.id', 'in', (eb) =>
      eb
        .selectFrom('orders.payment')
        .select('id')
        .where('received_at', '>=', dayStart(day))
        .where('received_at', '<', dayStart(addDays(day, 1)))
        .unionAll(
          eb
            .selectFrom('orders.payment as other')
            .innerJoin(
              sql<{ method: MethodName; reference: string }>`(select * from unnest(
                ${reportedPayments.map(({ method }) => method)}::text[], ${reportedPayments.map(({ reference }) => reference)}::text[])
                as reported(method, reference))`.as('reported'),
              (join) =>
                join
                  .onRef('reported.method', '=', 'other.method')
                  .on((on) =>
                    on.or([
                      on('reported.reference', '=', on.ref('other.reference')),
                      on('reported.reference', '=', on.ref('other.transfer')),
                    ]),
                  ),
            )
            .select('other.id'),
        ),
    )
    .where('reversed_at', 'is', null)
    .execute()

type Payment = Awaited<ReturnType<typeof paymentsOf>>[number]

/** An entry for a payment of the day and its report. */
function entryForPayment(
  payment: Payment,
  report: ReportedPayment | undefined,
  expectations: { isExpected: boolean; isBilled: boolean },
): Entry {
  const { method, currency, reference, amount, excess, number, team } = payment
  return {
    method,
    currency,
    reference,
    number,
    team,
    at: payment.received_at,
    payment: amount,
    orderId: payment.order_id,
    paymentId: payment.id,
    statementId: report?.statementId ?? null,
    order: payment.problem ? null : amount - excess,
    reported: report?.amount ?? null,
    finding: findingOf(payment, report, expectations),
  }
}

/** An entry for a reported payment that we have not recorded, or recorded on another day. */
function entryForReport(report: ReportedPayment, payment: Payment | undefined): Entry {
  const { method, currency, reference, at, amount, statementId } = report
  return {
    method,
    currency,
    reference,
    at,
    statementId,
    reported: amount,
    order: null,
    payment: null,
    number: payment?.number ?? report.number,
    team: payment?.team ?? null,
    paymentId: payment?.id ?? null,
    orderId: payment?.order_id ?? report.orderId,
    finding: payment ? 'otherDay' : missingFinding(report),
  }
}

function missingFinding({ method, isConfirmed, statementId }: ReportedPayment): Finding {
  if (method === 'bank') return 'notTaken'
  if (statementId) return 'onlyOnBill'
  return isConfirmed ? 'notStored' : 'notAsked'
}

type OrderWithoutPayment = Pick<Selectable<OrderTable>, 'id' | 'number' | 'method' | 'currency'> & {
  total: string
  paid_at: unknown
}

function orderWithoutPayment({ id, number, method, currency, total, paid_at }: OrderWithoutPayment): Entry {
  return {
    method,
    currency,
    number,
    orderId: id,
    reference: '',
    at: new Date(paid_at as string),
    team: null,
    paymentId: null,
    statementId: null,
    payment: null,
    reported: null,
    order: BigInt(total),
    finding: 'noMoney',
  }
}
