import '../events.ts'
import { sql } from 'kysely'
import { logDeskAction, requireAccountsDesk } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { lockReference } from '../desk/bank/confirm-transfer.ts'
import { openRefund } from './request-refund.ts'

/**
 * Settles a refund with the bank's reference of its transfer: a refund to a bank account, or one that its
 * gateway refused permanently. Throws NOT_FOUND, INVALID_FIELD `handReference` for the reference of another
 * refund, ORDER_STATUS_WRONG if the refund is made, or its gateway has not refused it.
 */
export async function settleTransfer(
  db: Db,
  viewer: Viewer,
  { refund: refundId, reference, reason }: { refund: string; reference: string; reason: string },
) {
  requireAccountsDesk(viewer)
  const refund = (isId(refundId) ? await findRefund(db, refundId) : undefined) ?? notFound()
  const { amount, currency, number, account_id } = refund
  await db.transaction().execute(async (trx) => {
    const updated = await openRefund(trx, refundId)
      .set({ reference, done_at: now(), by_hand: true })
      .where((eb) => eb.or([eb('refused', 'is not', null), eb('payee', 'is not', null)]))
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notRefused')
    await refuseUsedReference(trx, { reference, field: 'handReference', refundId })
    const changes = [
      { what: 'order' as const, before: '', after: number ?? '' },
      { what: 'amount' as const, before: '', after: `${currency} ${decimal(amount)}` },
      { what: 'refund' as const, before: refund.refused ?? '', after: reference },
    ]
    // A payment without an order has no account, so it is logged for the member of staff.
    const accountId = account_id ?? viewer.id
    await logDeskAction(trx, viewer, { accountId, action: 'settle-refund', reason, changes })
    await emit(trx, 'payment-refunded', { refundId })
  })
}

const findRefund = (db: Db, refundId: string) =>
  db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .leftJoin('orders.order as order', 'order.id', 'order_id')
    .select(['refund.amount', 'payment.currency', 'refused', 'order.number', 'order.account_id'])
    .where('refund.id', '=', refundId)
    .executeTakeFirst()

/** Throws INVALID_FIELD for the reference of another refund, and for that of an incoming transfer. */
export async function refuseUsedReference(
  trx: Db,
  { reference, field, refundId }: { reference: string; field: string; refundId?: string },
) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund ${reference}`}, 0))`.execute(trx)
  const existingRefund = await trx
    .selectFrom('orders.refund')
    .select('id')
    .where('reference', '=', reference)
    .$if(refundId !== undefined, (query) => query.where('id', '!=', refundId!))
    .executeTakeFirst()
  if (existingRefund) throw new AppError('INVALID_FIELD', { field }, 'desk.problem.refundedBy')
  if (await lockReference(trx, reference))
    throw new AppError('INVALID_FIELD', { field }, 'desk.problem.receivedBy')
}
