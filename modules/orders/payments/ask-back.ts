import { ago, now, SECOND } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { announce } from '#src/jobs/announce.ts'
import { job } from '#src/jobs/jobs.ts'
import type { Order } from '../ordering/order.ts'
import type { MethodName } from '../schema.ts'
import { patiently } from './gateway.ts'
import { methodNamed } from './registry.ts'
import { settle } from './settle.ts'

/** A page that waits asks its gateway no more often than this. */
const PAUSE = 3 * SECOND

/**
 * Queries the gateway of an order, and settles a payment that arrived. Returns whether it could be queried:
 * while a gateway does not answer, nothing is decided.
 */
export async function askBack(db: Db, order: Order): Promise<boolean> {
  const method = methodNamed(order.method)
  if (!method?.ask) return true
  try {
    const asked = await method.ask(db, order)
    if (asked.state === 'paid')
      for (const received of asked.received) await settle(db, order.id, { ...received, method: method.name })
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
 * The same for a page that waits, at most every three seconds, whatever the number of its tabs. A slow
 * gateway is not waited for: what it says is taken in when it comes.
 */
export async function askSoon(db: Db, order: Order) {
  const { numUpdatedRows } = await db
    .updateTable('orders.order')
    .set({ asked_at: now() })
    .where('id', '=', order.id)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', ago(PAUSE))]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await patiently(askBack(db, order))
}

/** A gateway that has not answered so often in a row is left to the next minute. */
const TRIES = 3

/**
 * Ends the orders that were not paid in time: each gateway is asked once more, and instructed that nobody may
 * pay any more. Where it does not answer, its orders wait; those asked about longest ago come first, so that
 * one in disorder holds up no other.
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
  const silence = new Map<MethodName, number>()
  for (const order of orders) {
    const { id, method } = order
    if ((silence.get(method) ?? 0) >= TRIES) continue
    await db.updateTable('orders.order').set({ asked_at: now() }).where('id', '=', id).execute()
    const known = await askBack(db, order)
    silence.set(method, known ? 0 : (silence.get(method) ?? 0) + 1)
    if (known) await expire(db, order)
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
    const ended = await trx
      .updateTable('orders.order')
      .set({ state: 'expired', ended_at: now() })
      .where('id', '=', order.id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (ended.numUpdatedRows === 1n)
      await announce(trx, 'order-ended', { orderId: order.id, state: 'expired' })
  })
}
