import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { fulfil } from '../../payments/fulfil.ts'
import { lockOrder, markPaid } from '../../payments/settle.ts'
import { findPayment, isApplicable } from './payment.ts'

/** The reasons why an order can no longer be fulfilled. */
export const CHANGE_ERRORS = { plan: 'desk.problem.planChanged', offer: 'desk.problem.offerChanged' } as const

/**
 * Lets an unsettled payment pay its order after all. Throws NOT_FOUND, ORDER_STATUS_WRONG with the reason if
 * the order cannot accept it now.
 */
export async function applyPayment(db: Db, viewer: Viewer, id: string, reason: string) {
  const { order_id: orderId } = await findPayment(db, viewer, id)
  if (!orderId) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notApplicable')
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    // Reads the payment again under the lock, which prevents any other settlement of the order.
    const payment = await findPayment(trx, viewer, id)
    if (!isApplicable(payment)) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notApplicable')
    const updated = await trx
      .updateTable('orders.payment')
      .set({ problem: null, settled_at: now(), excess: payment.amount - order.total })
      .where('id', '=', id)
      .where('order_id', '=', orderId)
      .where('problem', 'is not', null)
      .where('refunded', '=', 0n)
      .where('settled_at', 'is', null)
      .where('reversed_at', 'is', null)
      .executeTakeFirst()
    if (!updated.numUpdatedRows) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notApplicable')
    const problem = await fulfil(trx, order)
    if (problem)
      throw new AppError('ORDER_STATUS_WRONG', {}, CHANGE_ERRORS[problem === 'offer' ? 'offer' : 'plan'])
    await markPaid(trx, order)
    const changes = [
      { what: 'order' as const, before: '', after: order.number },
      { what: 'amount' as const, before: '', after: `${payment.currency} ${decimal(payment.amount)}` },
    ]
    const entry = { accountId: order.account_id, action: 'apply-payment' as const, reason }
    await logDeskAction(trx, viewer, { ...entry, changes })
  })
}
