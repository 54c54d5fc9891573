import { logDeskAction } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import {
  type DeskPayment,
  findPayment,
  isRefundedByHand,
  refundableAmount,
} from '../desk/unsettled/payment.ts'
import { requestRefund, requestRefundJob } from './request-refund.ts'
import { refuseUsedReference } from './settle-transfer.ts'

export interface RefundRequest {
  amount: bigint
  reason: string
  /** The idempotency key of the page: equal keys refund once. */
  key: string
  /** The bank's reference of a manual refund. */
  reference: string
}

/**
 * Refunds an unsettled or excess amount: records the refund first, then requests it from the gateway with
 * the refund's id as idempotency key. Returns whether it is made; a job repeats an unanswered request.
 * Throws NOT_FOUND, INVALID_FIELD for more than the refundable amount.
 */
export async function refundPayment(db: Db, viewer: Viewer, id: string, refunding: RefundRequest) {
  const refundId = await db.transaction().execute((trx) => recordPaymentRefund(trx, viewer, id, refunding))
  return refundId ? isMade(db, refundId) : true
}

/** Throws INVALID_FIELD for more than the refundable amount, or a manual refund without a reference. */
export function requirePaymentRefund(payment: DeskPayment, { amount, reference }: RefundRequest) {
  const maxAmount = refundableAmount(payment)
  if (maxAmount <= 0n) throw new AppError('INVALID_FIELD', { field: 'amount' }, 'desk.problem.refundNothing')
  if (amount > maxAmount)
    throw new AppError('INVALID_FIELD', { field: 'amount' }, 'desk.problem.refundTooMuch')
  if (isRefundedByHand(payment) && !reference)
    throw new AppError('INVALID_FIELD', { field: 'reference' }, 'common.problem.required')
}

const isMade = async (db: Db, refundId: string) => (await requestRefund(db, refundId)).state === 'done'

/**
 * Records a refund of money that settled no order; returns the id of the refund to request from the gateway,
 * or null if it is made manually or was already recorded from this page. Throws the errors of
 * `refundPayment`.
 */
export async function recordPaymentRefund(
  trx: Db,
  viewer: StaffViewer,
  id: string,
  refunding: RefundRequest,
): Promise<string | null> {
  const { amount, reason, key, reference } = refunding
  await trx.selectFrom('orders.payment').select('id').where('id', '=', id).forUpdate().execute()
  const existing = await trx
    .selectFrom('orders.refund')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  if (existing) return null
  const payment = await findPayment(trx, viewer, id)
  requirePaymentRefund(payment, refunding)
  const maxAmount = refundableAmount(payment)
  const isByHand = isRefundedByHand(payment)
  if (isByHand) await refuseUsedReference(trx, { reference, field: 'reference' })
  const completion = isByHand ? { reference, done_at: now() } : { reference: null, done_at: null }
  const refundId = newId()
  const row = { id: refundId, payment_id: id, key, amount, reason, staff_id: viewer.id, created_at: now() }
  await trx
    .insertInto('orders.refund')
    .values({ ...row, ...completion })
    .execute()
  await trx
    .updateTable('orders.payment')
    .set({
      refunded: payment.refunded + amount,
      ...(amount === maxAmount && payment.problem ? { settled_at: now() } : {}),
    })
    .where('id', '=', id)
    .execute()
  const amountText = `${payment.currency} ${decimal(amount)}`
  const changes = [
    { what: 'order' as const, before: '', after: payment.number ?? '' },
    { what: 'amount' as const, before: '', after: amountText },
  ]
  await logDeskAction(trx, viewer, {
    accountId: payment.account_id,
    subject: payment.account_id ? '' : payment.reference,
    path: `/desk/payments/${id}`,
    action: 'refund-payment',
    reason,
    changes,
  })
  if (isByHand) await emit(trx, 'payment-refunded', { refundId })
  else await requestRefundJob.enqueue(trx, { refundId })
  return isByHand ? null : refundId
}

/** Requests an unanswered or refused refund from the gateway again. Throws NOT_FOUND. */
export async function retryRefund(db: Db, viewer: Viewer, id: string, refundId: string): Promise<boolean> {
  const { refunds } = await findPayment(db, viewer, id)
  if (!refunds.some((one) => one.id === refundId)) notFound()
  return (await requestRefund(db, refundId, { again: true })).state === 'done'
}
