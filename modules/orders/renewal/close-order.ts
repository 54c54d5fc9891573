import { now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { dropChoice } from '../invoices/details/choice.ts'
import type { Order } from '../ordering/order.ts'
import { queryGateway } from '../payments/query-gateway.ts'
import { methodNamed } from '../payments/registry.ts'
import { lockOrder } from '../payments/settle.ts'

export const orderWith = (db: Db, id: string): Promise<Order> =>
  db.selectFrom('orders.order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Whether money came that did not settle the order; the desk handles it. */
export const hasUnsettled = async (db: Db, orderId: string) =>
  (await db
    .selectFrom('orders.payment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('problem', 'is not', null)
    .executeTakeFirst()) !== undefined

/**
 * Queries the gateway about a pending order of a renewal and, if it is not paid, closes it there. Returns
 * whether it can no longer be paid. Throws NotYet while the gateway does not answer.
 */
export async function closeAtGateway(db: Db, order: Order): Promise<boolean> {
  if (!(await queryGateway(db, order))) throw new NotYet(`order ${order.number} is not answered`)
  const { state } = await orderWith(db, order.id)
  if (state !== 'pending' || (await hasUnsettled(db, order.id))) return false
  try {
    await methodNamed(order.method)?.close?.(db, order)
    return true
  } catch (error) {
    log.warn({ event: 'gateway silent', method: order.method, order: order.id, error }, 'payment not closed')
    throw new NotYet(`order ${order.number} is not closed`)
  }
}

/** Stores that a pending order can no longer be paid; returns false if it is no longer pending. */
export async function storeClosed(trx: Db, orderId: string): Promise<boolean> {
  const closedOrder = await trx
    .updateTable('orders.order')
    .set({ state: 'closed', ended_at: now() })
    .where('id', '=', orderId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (closedOrder.numUpdatedRows !== 1n) return false
  await dropChoice(trx, orderId)
  return true
}

/** Marks a renewal as paid when its order was paid, even if its mandate was ended during the charge. */
export const storePaid = (db: Db, orderId: string) =>
  db
    .updateTable('orders.renewal')
    .set({ state: 'paid', failure: null })
    .where('order_id', '=', orderId)
    .execute()

/** Closes the order of a renewal that was cancelled, or stores that it was paid just before. */
export const closeRenewalOrder = job<{ orderId: string }>('close-renewal-order', async (db, { orderId }) => {
  const order = await orderWith(db, orderId)
  if (order.state === 'pending' && (await closeAtGateway(db, order)))
    await db.transaction().execute(async (trx) => {
      await lockOrder(trx, orderId)
      await storeClosed(trx, orderId)
    })
  if ((await orderWith(db, orderId)).state === 'paid') await storePaid(db, orderId)
})
