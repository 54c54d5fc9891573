import { ago, now, SECOND } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import type { Order } from '../ordering/order.ts'
import type { MethodName } from '../schema.ts'
import { offerPort } from '../tailored/offer-port.ts'
import { withTimeout } from './gateway.ts'
import { methodNamed } from './registry.ts'
import { settle } from './settle.ts'

/** The minimum time between two queries of a waiting page. */
const MIN_QUERY_INTERVAL = 3 * SECOND

/**
 * Queries the gateway about an order, and settles payments that arrived. Returns whether the query succeeded:
 * while a gateway does not answer, the order stays unchanged.
 */
export async function queryGateway(db: Db, order: Order): Promise<boolean> {
  const method = methodNamed(order.method)
  if (!method?.query) return true
  try {
    const status = await method.query(db, order)
    if (status.state === 'paid')
      for (const payment of status.received) await settle(db, order.id, { ...payment, method: method.name })
    return true
  } catch (error) {
    log.warn(
      { event: 'gateway silent', method: method.name, order: order.id, error: String(error) },
      'gateway not asked',
    )
    return false
  }
}

/**
 * Queries the gateway for a waiting page, at most every three seconds for all its tabs. Does not wait for a
 * slow gateway, whose answer is handled when it arrives.
 */
export async function queryGatewaySoon(db: Db, order: Order) {
  const { numUpdatedRows } = await db
    .updateTable('orders.order')
    .set({ asked_at: now() })
    .where('id', '=', order.id)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', ago(MIN_QUERY_INTERVAL))]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await withTimeout(queryGateway(db, order))
}

/** How many times in a row a gateway may fail before it is left to the next run. */
const MAX_TRIES = 3

/** The gateways that a job no longer queries in this run, because they do not answer. */
export function silentGateways() {
  const failures = new Map<MethodName, number>()
  return {
    has: (method: MethodName) => (failures.get(method) ?? 0) >= MAX_TRIES,
    note(method: MethodName, answered: boolean) {
      failures.set(method, answered ? 0 : (failures.get(method) ?? 0) + 1)
    },
  }
}

/**
 * Expires the orders that were not paid in time: queries each gateway once more, and closes the payment
 * there. Orders of an unavailable gateway wait; those queried longest ago come first, so that a failing
 * gateway does not block the others.
 */
export const overdueOrders = job('overdue-orders', async (db) => {
  const orders = await db
    .selectFrom('orders.order')
    .selectAll()
    .where('state', '=', 'pending')
    .where('pay_until', '<=', now())
    .orderBy('asked_at', (by) => by.asc().nullsFirst())
    .limit(200)
    .execute()
  const silentMethods = silentGateways()
  for (const order of orders) {
    const { id, method } = order
    if (silentMethods.has(method)) continue
    await db.updateTable('orders.order').set({ asked_at: now() }).where('id', '=', id).execute()
    const isAnswered = await queryGateway(db, order)
    silentMethods.note(method, isAnswered)
    if (isAnswered) await expire(db, order)
  }
})

async function expire(db: Db, order: Order) {
  try {
    await methodNamed(order.method)?.close?.(db, order)
  } catch (error) {
    log.warn(
      { event: 'gateway silent', method: order.method, order: order.id, error: String(error) },
      'payment not closed',
    )
    return
  }
  await db.transaction().execute(async (trx) => {
    const expiredOrder = await trx
      .updateTable('orders.order')
      .set({ state: 'expired', ended_at: now() })
      .where('id', '=', order.id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (expiredOrder.numUpdatedRows !== 1n) return
    if (order.request_id) await offerPort().ended(trx, order)
    await emit(trx, 'order-ended', { orderId: order.id, state: 'expired' })
  })
}
