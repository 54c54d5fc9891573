import '../events.ts'
import { now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import { refusedForGood } from '../payments/gateway.ts'
import { methodNamed } from '../payments/registry.ts'

/**
 * Requests a recorded refund from its gateway until the gateway answers. Enqueued in the transaction that
 * records the refund, so that every refund is requested.
 */
export const requestRefundJob = job<{ refundId: string }>('request-refund', async (db, { refundId }) => {
  const { state } = await requestRefund(db, refundId)
  if (state === 'waits') throw new NotYet(`refund ${refundId} is not answered`)
})

interface RequestOptions {
  /** Whether to request it although the gateway has permanently refused it. */
  again?: boolean
}

/**
 * Requests a refund from its gateway, with the refund's id as idempotency key. Its row remains locked until
 * the gateway answers, to prevent concurrent requests and manual settlements. Returns whether the gateway
 * has made it, refuses it permanently, or has not answered.
 */
export async function requestRefund(db: Db, refundId: string, { again = false }: RequestOptions = {}) {
  return db.transaction().execute(async (trx): Promise<{ state: 'done' | 'refused' | 'waits' }> => {
    const refund = await lockRefund(trx, refundId)
    if (!refund) return { state: (await isDone(trx, refundId)) ? 'done' : 'waits' }
    if (refund.refused && !again) return { state: 'refused' }
    const { method, number, total, currency, orderCurrency, reference, paid, amount, reason } = refund
    try {
      const result = await methodNamed(method)!.refund!(trx, {
        order: { number, total, currency: orderCurrency },
        payment: { reference, currency, amount: paid },
        amount,
        key: refundId,
        reason,
      })
      fault('refund: at the gateway, not stored')
      await openRefund(trx, refundId).set({ reference: result, done_at: now(), refused: null }).execute()
      await emit(trx, 'payment-refunded', { refundId })
      return { state: 'done' }
    } catch (error) {
      log.warn({ event: 'gateway silent', method, refund: refundId, error }, 'not refunded')
      const refused = refusedForGood(error) ?? null
      await openRefund(trx, refundId).set({ refused }).execute()
      // The job has ended when the gateway refused, so it is enqueued again.
      if (again && !refused) await requestRefundJob.ensure(trx, { refundId })
      return { state: refused ? 'refused' : 'waits' }
    }
  })
}

/** An open refund with its payment and order, locked; undefined if it is made, or being requested. */
const lockRefund = (trx: Db, refundId: string) =>
  trx
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .innerJoin('orders.order as order', 'order.id', 'order_id')
    .select(['payment.method', 'payment.currency', 'payment.reference', 'payment.amount as paid'])
    .select(['order.number', 'total', 'order.currency as orderCurrency'])
    .select(['refund.amount', 'reason', 'refused'])
    .where('refund.id', '=', refundId)
    .where('done_at', 'is', null)
    .forUpdate('refund')
    .skipLocked()
    .executeTakeFirst()

/** A query that updates a refund which is not made yet. */
export const openRefund = (db: Db, refundId: string) =>
  db.updateTable('orders.refund').where('id', '=', refundId).where('done_at', 'is', null)

const isDone = (db: Db, refundId: string) =>
  db
    .selectFrom('orders.refund')
    .select('id')
    .where('id', '=', refundId)
    .where('done_at', 'is not', null)
    .executeTakeFirst()
