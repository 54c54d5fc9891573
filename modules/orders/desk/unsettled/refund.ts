import { sql } from 'kysely'
import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { announce } from '#src/jobs/announce.ts'
import { refusedForGood } from '../../payments/gateway.ts'
import { methodNamed } from '../../payments/registry.ts'
import { byHand, type DeskPayment, findPayment, refundable } from './payment.ts'

export interface RefundRequest {
  amount: bigint
  reason: string
  /** Idempotency key of the page: the same key refunds once. */
  key: string
  /** The bank's reference of a manual refund. */
  reference: string
}

/**
 * Refunds an unsettled or excess amount: records the refund first, then requests it from the gateway with the
 * refund's id as idempotency key. Returns whether it is done; `retryRefund` repeats an unanswered request.
 * Throws NOT_FOUND, INVALID_FIELD for more than the refundable amount.
 */
export async function refundPayment(db: Db, viewer: Viewer, id: string, refunding: RefundRequest) {
  const payment = await findPayment(db, viewer, id)
  const hand = byHand(payment)
  if (hand && !refunding.reference)
    throw new AppError('INVALID_FIELD', { field: 'reference' }, 'common.problem.required')
  const refundId = await db.transaction().execute((trx) => recordRefund(trx, viewer, payment, refunding))
  return hand || !refundId ? true : requestRefund(db, viewer, id, refundId)
}

/** Null if the page has already recorded it. */
async function recordRefund(
  trx: Db,
  viewer: Viewer,
  { id, account_id }: DeskPayment,
  refunding: RefundRequest,
) {
  const { amount, reason, key, reference } = refunding
  await trx.selectFrom('orders.payment').select('id').where('id', '=', id).forUpdate().execute()
  const recorded = await trx
    .selectFrom('orders.refund')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  if (recorded) return null
  const payment = await findPayment(trx, viewer, id)
  const rest = refundable(payment)
  if (rest <= 0n) throw new AppError('INVALID_FIELD', { field: 'amount' }, 'desk.problem.refundNothing')
  if (amount > rest) throw new AppError('INVALID_FIELD', { field: 'amount' }, 'desk.problem.refundTooMuch')
  const hand = byHand(payment)
  if (hand) await refuseUsedReference(trx, { reference, field: 'reference' })
  const done = hand ? { reference, done_at: now() } : { reference: null, done_at: null }
  const refundId = newId()
  const row = { id: refundId, payment_id: id, key, amount, reason, staff_id: viewer.id, created_at: now() }
  await trx
    .insertInto('orders.refund')
    .values({ ...row, ...done })
    .execute()
  await trx
    .updateTable('orders.payment')
    .set({
      refunded: payment.refunded + amount,
      ...(amount === rest && payment.problem ? { settled_at: now() } : {}),
    })
    .where('id', '=', id)
    .execute()
  const amountText = `${payment.currency} ${decimal(amount)}`
  const changes = [
    { what: 'order' as const, before: '', after: payment.number ?? '' },
    { what: 'amount' as const, before: '', after: amountText },
  ]
  // A payment without an order has no account: its refund is logged for the agent who made it.
  const accountId = account_id ?? viewer.id
  await logDeskAction(trx, viewer, { accountId, action: 'refund-payment', reason, changes })
  if (hand) await announce(trx, 'payment-refunded', { refundId })
  return refundId
}

/** One bank transfer refunds once. */
async function refuseUsedReference(
  trx: Db,
  { reference, field, refundId }: { reference: string; field: string; refundId?: string },
) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund ${reference}`}, 0))`.execute(trx)
  const used = await trx
    .selectFrom('orders.refund')
    .select('id')
    .where('reference', '=', reference)
    .$if(refundId !== undefined, (query) => query.where('id', '!=', refundId!))
    .executeTakeFirst()
  if (used) throw new AppError('INVALID_FIELD', { field }, 'desk.problem.refundedBy')
}

/** Requests an unanswered or refused refund from the gateway again. Throws NOT_FOUND. */
export async function retryRefund(db: Db, viewer: Viewer, id: string, refundId: string): Promise<boolean> {
  const { refunds } = await findPayment(db, viewer, id)
  const refund = refunds.find((one) => one.id === refundId) ?? notFound()
  return refund.done_at ? true : requestRefund(db, viewer, id, refundId)
}

/** The lock keeps others from settling the refund manually during the request. */
async function requestRefund(db: Db, viewer: Viewer, id: string, refundId: string): Promise<boolean> {
  await openRefund(db, refundId).set({ refused: null }).execute()
  const { refunds, method, number, total, reference, currency, amount, orderCurrency } = await findPayment(
    db,
    viewer,
    id,
  )
  const refund = refunds.find((one) => one.id === refundId)!
  try {
    const given = await methodNamed(method)!.refund!(db, {
      order: { number: number!, total: total!, currency: orderCurrency! },
      payment: { reference, currency, amount },
      amount: BigInt(refund.amount),
      key: refundId,
      reason: refund.reason,
    })
    await db.transaction().execute(async (trx) => {
      const done = await openRefund(trx, refundId)
        .set({ reference: given, done_at: now(), refused: null })
        .executeTakeFirst()
      if (done.numUpdatedRows) await announce(trx, 'payment-refunded', { refundId })
    })
    return true
  } catch (error) {
    log.warn({ event: 'gateway silent', method, payment: id, refund: refundId, error }, 'not refunded')
    const refused = refusedForGood(error)
    if (refused) await openRefund(db, refundId).set({ refused }).execute()
    return false
  }
}

const openRefund = (db: Db, refundId: string) =>
  db.updateTable('orders.refund').where('id', '=', refundId).where('done_at', 'is', null)

/**
 * Settles a refund that its gateway refused for good by a bank transfer instead. Throws NOT_FOUND,
 * ORDER_STATUS_WRONG if it was not refused, is being requested again, or is done.
 */
export async function settleByHand(
  db: Db,
  viewer: Viewer,
  id: string,
  { refund: refundId, reference, reason }: { refund: string; reference: string; reason: string },
) {
  const { refunds, currency, number, account_id } = await findPayment(db, viewer, id)
  const refund = refunds.find((one) => one.id === refundId) ?? notFound()
  await db.transaction().execute(async (trx) => {
    const settled = await openRefund(trx, refundId)
      .set({ reference, done_at: now(), by_hand: true })
      .where('refused', 'is not', null)
      .executeTakeFirst()
    if (settled.numUpdatedRows !== 1n) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notRefused')
    await refuseUsedReference(trx, { reference, field: 'handReference', refundId })
    const changes = [
      { what: 'order' as const, before: '', after: number ?? '' },
      { what: 'amount' as const, before: '', after: `${currency} ${decimal(BigInt(refund.amount))}` },
      { what: 'refund' as const, before: refund.refused ?? '', after: reference },
    ]
    const accountId = account_id ?? viewer.id
    await logDeskAction(trx, viewer, { accountId, action: 'settle-refund', reason, changes })
    await announce(trx, 'payment-refunded', { refundId })
  })
}
