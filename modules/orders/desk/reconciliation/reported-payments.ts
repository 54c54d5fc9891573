import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Currency, Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { methodNamed } from '../../payments/registry.ts'
import type { MethodName } from '../../schema.ts'
import { addDays, dayStart } from '../day.ts'
import type { StatementLine, StatementMethod } from '../desk-schema.ts'
import { compareRefunds, unknownRefunds } from './bill-refunds.ts'

/**
 * A payment reported by another source: by a bank in a statement, by a payment service in a callback, or by
 * the sandbox in its books.
 */
export interface ReportedPayment {
  method: MethodName
  reference: string
  currency: Currency
  amount: Money
  at: Date
  /** The number of the order that the report names. */
  number: string | null
  orderId: string | null
  /** The statement that contains the report. */
  statementId: string | null
  /** False for a callback about which the payment service has not been queried. */
  isConfirmed: boolean
  /** Whether a bill and a callback state different amounts. */
  isDisputed?: boolean
}

/**
 * The reported payments of a day, and our own records besides payments: refunds, and paid orders without a
 * payment. Callbacks are considered until the end of the next day. Makes one query.
 */
export async function gatherDay(db: Db, day: string) {
  const from = dayStart(day)
  const to = dayStart(addDays(day, 1))
  const gathered = await gather(db, day, { from, to, heardUntil: dayStart(addDays(day, 2)) })
  const callbacks = await paymentsInCallbacks(gathered.callbacks)
  const credits = gathered.credits.map((credit) => {
    const billedPayment = creditAsReported(credit)
    const callback = callbacks.get(`${billedPayment.method} ${billedPayment.reference}`)
    return {
      ...billedPayment,
      isDisputed: callback !== undefined && callback.amount !== billedPayment.amount,
    }
  })
  const billedKeys = new Set(credits.map(({ method, reference }) => `${method} ${reference}`))
  const allReported = [
    ...credits,
    ...gathered.books.map(bookingAsReported),
    // A payment in both a bill and a callback counts once, with the data of the bill.
    ...[...callbacks].flatMap(([key, callback]) => (billedKeys.has(key) ? [] : callback)),
  ]
  const { covered, bills, withoutMoney } = gathered
  return {
    reported: allReported.filter(({ at }) => at >= from && at < to),
    covered,
    bills,
    refunds: compareRefunds(gathered.refunds, bills),
    unknownRefunds: unknownRefunds(bills, gathered.knownRefunds),
    withoutMoney,
  }
}

const gather = (db: Db, day: string, { from, to, heardUntil }: Record<'from' | 'to' | 'heardUntil', Date>) =>
  db
    .selectNoFrom([
      callbacksFrom(db, from, heardUntil).as('callbacks'),
      creditsOn(from, to).as('credits'),
      sql<boolean>`exists (select from orders.statement
        where method = 'bank' and first_at < ${to} and last_at >= ${from})`.as('covered'),
      billsOf(db, day).as('bills'),
      refundsInBills(day).as('knownRefunds'),
      booksOf(db, from, to).as('books'),
      refundsOn(db, from, to).as('refunds'),
      ordersWithoutPayment(db, from, to).as('withoutMoney'),
    ])
    .executeTakeFirstOrThrow()

type GatheredDay = Awaited<ReturnType<typeof gather>>

const callbacksFrom = (db: Db, from: Date, to: Date) =>
  jsonArrayFrom(
    db
      .selectFrom('orders.callback as callback')
      .leftJoin('orders.order as order', (join) =>
        join.onRef('number', '=', 'order_number').onRef('order.method', '=', 'callback.method'),
      )
      .select(['callback.method', 'body', 'received_at', 'worked_at', 'order_number', 'order.id as order_id'])
      .where('received_at', '>=', from)
      .where('received_at', '<', to)
      .orderBy('callback.id'),
  )

interface Credit extends StatementLine {
  statement_id: string
  method: StatementMethod
}

/**
 * Each credit of the day once, even if several statements or bills contain it; without credits that are
 * never recorded.
 */
const creditsOn = (from: Date, to: Date) =>
  sql<Credit[]>`(select coalesce(json_agg(credit), '[]') from (
    select distinct on (statement.method, line.reference)
      statement.id as statement_id, statement.method, line.*
    from orders.statement as statement, jsonb_to_recordset(statement.lines)
      as line(at timestamptz, amount text, reference text, remark text, problem text)
    where first_at < ${to} and last_at >= ${from} and line.at >= ${from} and line.at < ${to}
      and problem is null
    order by statement.method, line.reference, bill_day nulls last,
      statement.confirmed_at nulls last, statement.id) as credit)`

/** The bills of this whole day that were fetched. */
const billsOf = (db: Db, day: string) =>
  jsonArrayFrom(
    db.selectFrom('orders.statement').select(['id', 'method', 'refunds']).where('bill_day', '=', day),
  )

/** The ids of our refunds in a bill of the day. */
const refundsInBills = (day: string) =>
  sql<string[]>`(select coalesce(json_agg(refund.id), '[]') from orders.refund as refund
    join (select entry ->> 'key' as key from orders.statement, jsonb_array_elements(refunds) as entry
      where bill_day = ${day}) as billed
      on refund.id = case when billed.key ~ '^[0-9a-f-]{36}$' then billed.key::uuid end)`

export type FetchedBill = GatheredDay['bills'][number]

const booksOf = (db: Db, from: Date, to: Date) =>
  jsonArrayFrom(
    db
      .selectFrom('orders.sandbox_payment as book')
      .leftJoin('orders.order as order', 'number', 'order_number')
      .select(['order_number', 'reference', 'book.currency', 'book.paid_at', 'order.id as order_id'])
      .select((eb) => eb.cast<string>('book.amount', 'text').as('amount'))
      .where('book.paid_at', '>=', from)
      .where('book.paid_at', '<', to),
  )

/** Refunds that were completed on the day, and refunds of the day that are still pending. */
const refundsOn = (db: Db, from: Date, to: Date) =>
  jsonArrayFrom(
    db
      .selectFrom('orders.refund as refund')
      .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
      .leftJoin('orders.order as order', 'order.id', 'order_id')
      .select(['refund.id', 'payment_id', 'payment.method', 'payment.currency', 'order.number'])
      .select(['refund.reference', 'refund.reason', 'done_at', 'refund.created_at', 'refused'])
      .select(['refund.number as note', 'order_id', 'payee', 'by_hand'])
      .select((eb) => eb.cast<string>('refund.amount', 'text').as('amount'))
      .where((eb) =>
        eb.or([
          eb.and([eb('done_at', '>=', from), eb('done_at', '<', to)]),
          eb.and([
            eb('done_at', 'is', null),
            eb('refund.created_at', '>=', from),
            eb('refund.created_at', '<', to),
          ]),
        ]),
      )
      .orderBy('refund.id'),
  )

const ordersWithoutPayment = (db: Db, from: Date, to: Date) =>
  jsonArrayFrom(
    db
      .selectFrom('orders.order as order')
      .select(['order.id', 'number', 'method', 'currency', 'paid_at'])
      .select((eb) => eb.cast<string>('total', 'text').as('total'))
      .where('paid_at', '>=', from)
      .where('paid_at', '<', to)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('orders.payment')
              .select('orders.payment.id')
              .whereRef('order_id', '=', 'order.id')
              .where('problem', 'is', null)
              .where('reversed_at', 'is', null),
          ),
        ),
      )
      .orderBy('order.id'),
  )

const creditAsReported = ({
  statement_id: statementId,
  method,
  reference,
  amount,
  at,
  remark,
}: Credit): ReportedPayment => ({
  method,
  reference,
  currency: 'CNY',
  amount: BigInt(amount),
  at: new Date(at),
  number: remark || null,
  orderId: null,
  statementId,
  isConfirmed: true,
})

const bookingAsReported = (book: GatheredDay['books'][number]): ReportedPayment => ({
  method: 'sandbox',
  reference: book.reference,
  currency: book.currency,
  amount: BigInt(book.amount),
  at: new Date(book.paid_at),
  number: book.order_number,
  orderId: book.order_id,
  statementId: null,
  isConfirmed: true,
})

/** Gateways report the same payment several times. */
async function paymentsInCallbacks(
  callbacks: GatheredDay['callbacks'],
): Promise<Map<string, ReportedPayment>> {
  const byKey = new Map<string, ReportedPayment>()
  for (const { method, body, received_at, worked_at, order_number: number, order_id } of callbacks) {
    const money = await methodNamed(method)?.callbacks?.reportedPayment(body)
    if (!money) continue
    const previousReport = byKey.get(`${method} ${money.reference}`)
    byKey.set(`${method} ${money.reference}`, {
      ...money,
      method,
      number,
      orderId: order_id,
      statementId: null,
      at: money.at ?? previousReport?.at ?? new Date(received_at),
      isConfirmed: worked_at !== null || previousReport?.isConfirmed === true,
    })
  }
  return byKey
}
