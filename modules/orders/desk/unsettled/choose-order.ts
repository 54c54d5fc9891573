import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { fulfil } from '../../payments/fulfil.ts'
import { lockOrder, markPaid, problemOf } from '../../payments/settle.ts'
import type { PaymentProblem } from '../../schema.ts'
import { canChooseOrder, findPayment } from './payment.ts'

/**
 * Assigns an unsettled transfer to an order. It pays the order if it fits; otherwise it remains unsettled,
 * with that order. Returns the problem, or null. Throws NOT_FOUND, ORDER_STATUS_WRONG for a payment that is
 * settled, refunded in part, or made through a payment service.
 */
export async function chooseOrder(
  db: Db,
  viewer: Viewer,
  id: string,
  orderId: string,
): Promise<PaymentProblem | null> {
  await findPayment(db, viewer, id)
  await requireOrder(db, orderId)
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    await trx.selectFrom('orders.payment').select('id').where('id', '=', id).forUpdate().execute()
    const payment = await findPayment(trx, viewer, id)
    if (!canChooseOrder(payment)) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notApplicable')
    const { amount, currency, received_at: receivedAt } = payment
    const problem = problemOf(order, { amount, currency, at: receivedAt }) ?? (await fulfil(trx, order))
    await trx
      .updateTable('orders.payment')
      .set({ order_id: order.id, problem, settled_at: problem ? null : now() })
      .where('id', '=', id)
      .execute()
    if (problem) await emit(trx, 'payment-unsettled', { orderId: order.id, problem })
    else await markPaid(trx, order)
    const changes = [
      { what: 'order' as const, before: payment.number ?? '', after: order.number },
      { what: 'amount' as const, before: '', after: `${currency} ${decimal(amount)}` },
    ]
    const entry = { accountId: order.account_id, path: `/desk/payments/${id}`, reason: payment.reference }
    await logDeskAction(trx, viewer, { ...entry, action: 'choose-order', changes })
    return problem
  })
}

async function requireOrder(db: Db, id: string) {
  const order = db.selectFrom('orders.order').select('id').where('id', '=', id)
  if (!isId(id) || !(await order.executeTakeFirst())) notFound()
}
