import type { Selectable } from 'kysely'
import { administratorsOf } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { dropChoice } from '../invoices/details/choice.ts'
import type { OrderTable } from '../schema.ts'
import { offerPort } from '../tailored/offer-port.ts'

export type Order = Selectable<OrderTable>

/** The orders that the viewer may see: the team's with `team.orders`, otherwise only their own. */
export function visibleOrders(db: Db, viewer: Pick<Viewer, 'id' | 'teamId' | 'permissions'>) {
  const query = db.selectFrom('orders.order').where('team_id', '=', viewer.teamId)
  return viewer.permissions.includes('team.orders') ? query : query.where('account_id', '=', viewer.id)
}

/** Throws NOT_FOUND, also for an order that the viewer may not see. */
export async function findOrder(db: Db, viewer: Viewer, id: string): Promise<Order> {
  const order = isId(id)
    ? await visibleOrders(db, viewer).selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  return order ?? notFound()
}

/** The milliseconds left to pay the order; 0 once it can no longer be paid. */
export const timeLeft = ({ state, pay_until }: Pick<Order, 'state' | 'pay_until'>) =>
  state === 'pending' ? Math.max(0, pay_until.getTime() - now().getTime()) : 0

/**
 * The state to show: an order is expired after its deadline, and the refunded part of its price is shown.
 */
export function shownState(order: Pick<Order, 'state' | 'pay_until' | 'refunded' | 'total'>) {
  if (order.state === 'pending' && !timeLeft(order)) return 'expired'
  if (!order.refunded) return order.state
  return order.refunded === order.total ? 'refunded' : 'partlyRefunded'
}

/** Whether an order can be closed: only one by bank transfer that can still be paid. */
export const mayClose = (order: Pick<Order, 'state' | 'pay_until' | 'method'>) =>
  order.method === 'bank' && timeLeft(order) > 0

/**
 * Closes an unpaid order of its buyer; only one by bank transfer, because at a gateway a payment may be
 * under way. Throws ORDER_CLOSE_NOT_ALLOWED.
 */
export async function closeOrder(db: Db, viewer: Viewer, id: string) {
  const order = await findOrder(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const closedOrder = await trx
      .updateTable('orders.order')
      .set({ state: 'closed', ended_at: now() })
      .where('id', '=', order.id)
      .where('state', '=', 'pending')
      .where('method', '=', 'bank')
      .executeTakeFirst()
    if (closedOrder.numUpdatedRows !== 1n) throw new AppError('ORDER_CLOSE_NOT_ALLOWED')
    if (order.request_id) await offerPort().ended(trx, order)
    await dropChoice(trx, order.id)
    await emit(trx, 'order-ended', { orderId: order.id, state: 'closed' })
  })
}

/**
 * Throws UNPAID_ORDER with the order while the account or an administrator of its team has an unpaid order;
 * an order of an automatic renewal that is being charged does not count.
 */
export async function requirePaid(db: Db, { id, teamId }: Pick<Viewer, 'id' | 'teamId'>) {
  const unpaidOrder = await db
    .selectFrom('orders.order')
    .select('number')
    .where('team_id', '=', teamId)
    .where('account_id', 'in', [id, ...(await administratorsOf(db, teamId))])
    .where('state', '=', 'pending')
    .where('mandate_id', 'is', null)
    .where('pay_until', '>', now())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (unpaidOrder) throw new AppError('UNPAID_ORDER', { number: unpaidOrder.number })
}
