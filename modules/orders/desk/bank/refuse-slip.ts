import * as v from 'valibot'
import { logDeskAction } from '#modules/accounts/index.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifySlipRefused } from '../../notifications/order-notifications.ts'
import { lockOrder } from '../../payments/settle.ts'
import { Reason } from '../forms.ts'
import { findOrderForDesk } from '../orders/desk-order.ts'

export const SlipRefusalForm = v.object({
  /** The time when the refused slip was uploaded. */
  uploadedAt: v.pipe(v.optional(v.string(), ''), v.isoTimestamp('desk.problem.slipChanged')),
  slipReason: Reason,
})

/**
 * Refuses a proof of transfer that does not show a payment of its order; the customer gets the reason and
 * can upload another for at least a day. Throws NOT_FOUND, ORDER_STATUS_WRONG if the order no longer waits
 * for a transfer, or if another slip was uploaded or this one was refused meanwhile.
 */
export async function refuseSlip(
  db: Db,
  viewer: Viewer,
  orderId: string,
  { uploadedAt, slipReason: reason }: v.InferOutput<typeof SlipRefusalForm>,
) {
  await findOrderForDesk(db, viewer, orderId)
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order.state !== 'pending') throw new AppError('ORDER_STATUS_WRONG')
    const { numUpdatedRows } = await trx
      .updateTable('orders.slip')
      .set({ refused_at: now(), refusal: reason })
      .where('order_id', '=', orderId)
      .where('uploaded_at', '=', new Date(uploadedAt))
      .where('refused_at', 'is', null)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (!numUpdatedRows) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.slipChanged')
    const pay_until = new Date(Math.max(order.pay_until.getTime(), fromNow(DAY).getTime()))
    await trx.updateTable('orders.order').set({ pay_until }).where('id', '=', orderId).execute()
    await logDeskAction(trx, viewer, {
      accountId: order.account_id,
      path: `/desk/orders/${orderId}`,
      action: 'refuse-slip',
      reason,
      changes: [{ what: 'order', before: '', after: order.number }],
    })
    await notifySlipRefused(trx, { ...order, pay_until }, reason)
  })
}
