import { now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { counter } from '#src/telemetry/metrics.ts'
import { requestChosenInvoice } from '../invoices/details/choice.ts'
import type { Order } from '../ordering/order.ts'
import { lockOrders } from '../ordering/place-order.ts'
import type { MethodName, PaymentProblem } from '../schema.ts'
import { fulfil } from './fulfil.ts'
import type { ReceivedPayment } from './payment-method.ts'

export interface PaymentToSettle extends ReceivedPayment {
  method: MethodName
  /** The member of staff who confirmed a bank transfer. */
  confirmedBy?: string
  /** For a part of a transfer: the bank's reference of the whole transfer. */
  transfer?: string
}

/**
 * Records a payment of an order: the only place where an order becomes paid and is fulfilled. A duplicate
 * callback with the same reference counts once. A payment that does not fit the order, or comes too late, is
 * recorded with its problem, for the desk to settle. Returns the problem, or null.
 */
export async function settle(
  db: Db,
  orderId: string,
  payment: PaymentToSettle,
): Promise<PaymentProblem | null> {
  fault('payment: before settling')
  const problem = await db.transaction().execute((trx) => settleIn(trx, orderId, payment))
  fault('payment: after the commit')
  log.info({ event: 'payment', order: orderId, method: payment.method, problem }, 'payment received')
  return problem
}

const countPayment = counter({
  name: 'qishu.payments',
  description: 'Payments received, by method and outcome: settled, or the problem',
  unit: '{payment}',
})

/** Settles within the caller's transaction, e.g. together with the log entry of the confirming agent. */
export async function settleIn(
  trx: Db,
  orderId: string,
  payment: PaymentToSettle,
): Promise<PaymentProblem | null> {
  const order = await lockOrder(trx, orderId)
  const earlierPayment = await knownPayment(trx, payment)
  if (earlierPayment) return earlierPayment.problem
  const problem = problemOf(order, payment) ?? (await fulfil(trx, order))
  await trx
    .insertInto('orders.payment')
    .values({
      id: newId(),
      order_id: order.id,
      method: payment.method,
      reference: payment.reference,
      transfer: payment.transfer ?? null,
      currency: payment.currency,
      amount: payment.amount,
      received_at: payment.at,
      created_at: now(),
      problem,
      settled_at: null,
      confirmed_by: payment.confirmedBy ?? null,
    })
    .execute()
  if (!problem) await markPaid(trx, order)
  else await emit(trx, 'payment-unsettled', { orderId: order.id, problem })
  fault('payment: inside the transaction')
  countPayment({ 'qishu.method': payment.method, 'qishu.outcome': problem ?? 'settled' })
  return problem
}

/** The order, locked together with its team's other orders and payments. */
export async function lockOrder(trx: Db, id: string): Promise<Order> {
  const { team_id } = await trx
    .selectFrom('orders.order')
    .select('team_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await lockOrders(trx, team_id)
  return trx.selectFrom('orders.order').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

const knownPayment = (trx: Db, { method, reference }: PaymentToSettle) =>
  trx
    .selectFrom('orders.payment')
    .select('problem')
    .where('method', '=', method)
    .where('reference', '=', reference)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()

type Settleable = Pick<Order, 'state' | 'currency' | 'total' | 'pay_until'>

/** The problem that prevents this payment from settling the order. */
export function problemOf(
  order: Settleable,
  { currency, amount, at }: Pick<PaymentToSettle, 'currency' | 'amount' | 'at'>,
): PaymentProblem | null {
  if (order.state === 'paid') return 'double'
  if (currency !== order.currency) return 'currency'
  if (amount !== order.total) return 'amount'
  // An order that expired while its gateway was unavailable may have been paid in time.
  if (order.state === 'closed' || (order.state === 'expired' && at > order.pay_until)) return 'late'
  return null
}

export async function markPaid(trx: Db, order: Order) {
  await trx
    .updateTable('orders.order')
    .set({ state: 'paid', paid_at: now(), ended_at: null })
    .where('id', '=', order.id)
    .execute()
  await requestChosenInvoice(trx, order)
  await emit(trx, 'order-paid', { orderId: order.id })
}
