import { ago, DAY, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { findMandate, mandateIdOf, queryMandate } from '../renewal/mandate.ts'
import type { MethodName } from '../schema.ts'
import { queryGateway } from './query-gateway.ts'

interface GatewayCallback {
  method: MethodName
  /** The number of an order or of an agreement, which may not exist. */
  number: string
  headers: Record<string, string>
  body: string
}

/** Stores a gateway's callback with a valid signature, and enqueues a job that queries that gateway. */
export async function storeCallback(db: Db, { method, number, headers, body }: GatewayCallback) {
  const id = newId()
  const row = { id, method, order_number: number, headers: JSON.stringify(headers), body }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('orders.callback')
      .values({ ...row, received_at: now(), worked_at: null })
      .execute()
    await paymentCallback.enqueue(trx, { id })
  })
}

/**
 * Queries the gateway about the order or the agreement of a callback; nothing else in the callback is
 * trusted.
 */
export const paymentCallback = job('payment-callback', async (db, { id }: { id: string }) => {
  const callback = await db
    .selectFrom('orders.callback')
    .select(['method', 'order_number'])
    .where('id', '=', id)
    .where('worked_at', 'is', null)
    .executeTakeFirst()
  if (!callback) return
  const order = await db
    .selectFrom('orders.order')
    .selectAll()
    .where('number', '=', callback.order_number)
    .where('method', '=', callback.method)
    .executeTakeFirst()
  const exists = order
    ? order.state === 'paid' || (await queryGateway(db, order))
    : await queryAgreement(db, callback.order_number)
  if (!exists) throw new NotYet('the gateway does not answer')
  await db.updateTable('orders.callback').set({ worked_at: now() }).where('id', '=', id).execute()
})

async function queryAgreement(db: Db, number: string): Promise<boolean> {
  const id = mandateIdOf(number)
  const mandate = id && (await findMandate(db, id))
  return !mandate || queryMandate(db, mandate)
}

/** A year for disputes and chargebacks, and a month to examine them; payments are stored longer. */
const RETENTION = 400 * DAY

/** Whether callbacks from this time are still stored. */
export const isCallbackStored = (time: Date): boolean => time >= ago(RETENTION)

const BATCH = 1000

/** Nightly: deletes old callbacks. */
export const deleteOldCallbacks = job('old-callbacks', async (db) => {
  const before = ago(RETENTION)
  const oldCallbacks = db
    .selectFrom('orders.callback')
    .select('id')
    .where('received_at', '<', before)
    .limit(BATCH)
  for (let more = true; more; ) {
    const { numDeletedRows } = await db
      .deleteFrom('orders.callback')
      .where('id', 'in', oldCallbacks)
      .executeTakeFirstOrThrow()
    more = numDeletedRows === BigInt(BATCH)
  }
})
